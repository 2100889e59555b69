/** Where the text being written waits while the page is loaded anew; for one user, in one tab. */
export interface DraftStore {
  /** @returns an empty text where there is none of this user */
  read(userId: number): string;
  save(userId: number, text: string): void;
  clear(): void;
}

const KEY = 'draft';

/**
 * Keeps the draft in a storage that lives as long as its tab. A storage that is full or forbidden
 * keeps nothing, and writing goes on.
 */
export function createDraftStore(
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>,
): DraftStore {
  const clear = () => {
    storage.removeItem(KEY);
  };
  return {
    read(userId) {
      try {
        const draft = JSON.parse(storage.getItem(KEY) ?? '{}') as Record<string, unknown>;
        return draft['userId'] === userId && typeof draft['text'] === 'string' ? draft['text'] : '';
      } catch {
        return '';
      }
    },
    save(userId, text) {
      try {
        if (text === '') clear();
        else storage.setItem(KEY, JSON.stringify({ userId, text }));
      } catch {
        // An older draft would come back in place of what was written since.
        clear();
      }
    },
    clear,
  };
}
