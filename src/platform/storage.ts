/** The part of `Storage` that the app uses. */
export type TextStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/**
 * Wraps a storage. Keeps values in memory if the storage is forbidden or full. Never throws.
 * @param open returns the storage; the getters of `window` throw if cookies are blocked
 */
export function openStorage(open: () => TextStorage): TextStorage {
  const memory = new Map<string, string>();
  const attempt = <Result>(access: (storage: TextStorage) => Result): Result | undefined => {
    try {
      return access(open());
    } catch {
      return undefined;
    }
  };
  const removeItem = (key: string) => {
    memory.delete(key);
    attempt((storage) => storage.removeItem(key));
  };
  return {
    getItem: (key) => memory.get(key) ?? attempt((storage) => storage.getItem(key)) ?? null,
    setItem(key, value) {
      memory.delete(key);
      try {
        open().setItem(key, value);
      } catch {
        // The storage still has an older value, which a reload would restore.
        removeItem(key);
        memory.set(key, value);
      }
    },
    removeItem,
  };
}
