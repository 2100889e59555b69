import { createTokenStore, type TokenStore } from '../../src/provider/token';

/** The token store over a storage in memory. */
export function memoryTokens(token?: string): TokenStore & { storage: Map<string, string> } {
  const storage = new Map<string, string>();
  const tokens = createTokenStore({
    getItem: (key) => storage.get(key) ?? null,
    setItem: (key, value) => storage.set(key, value),
    removeItem: (key) => storage.delete(key),
  });
  if (token !== undefined) tokens.save(token);
  return { ...tokens, storage };
}
