import { openStorage, type TextStorage } from '../../../src/platform/storage';

const deny = (): never => {
  throw new DOMException('The operation is insecure.', 'SecurityError');
};

/** A storage on a map that rejects values longer than 10 characters. */
function smallStorage(values = new Map<string, string>()): TextStorage {
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => {
      if (value.length > 10) throw new DOMException('full', 'QuotaExceededError');
      values.set(key, value);
    },
    removeItem: (key) => values.delete(key),
  };
}

describe('openStorage', () => {
  test.each<[string, () => TextStorage]>([
    ['the getter throws', deny],
    ['the storage is null', () => null as unknown as TextStorage],
    ['every method throws', () => ({ getItem: deny, setItem: deny, removeItem: deny })],
  ])('keeps values in memory if %s', (_, open) => {
    const storage = openStorage(open);
    expect(storage.getItem('a')).toBeNull();
    storage.setItem('a', 'one');
    expect(storage.getItem('a')).toBe('one');
    storage.removeItem('a');
    expect(storage.getItem('a')).toBeNull();
  });

  test('reads and writes the storage', () => {
    const values = new Map([['a', 'one']]);
    const storage = openStorage(() => smallStorage(values));
    expect(storage.getItem('a')).toBe('one');
    storage.setItem('a', 'two');
    expect(values.get('a')).toBe('two');
    storage.removeItem('a');
    expect(values.size).toBe(0);
  });

  test('keeps a value in memory and removes the older one if the storage is full', () => {
    const values = new Map<string, string>();
    const storage = openStorage(() => smallStorage(values));
    storage.setItem('a', 'one');
    storage.setItem('a', 'longer than ten');
    expect(storage.getItem('a')).toBe('longer than ten');
    expect(values.size).toBe(0);
    storage.setItem('a', 'two');
    expect(values.get('a')).toBe('two');
  });
});
