import { createDraftStore, type DraftStore } from '../../../src/platform/draftStore';
import { createTokenStore, type TokenStore } from '../../../src/session/tokenStore';
import { TOKEN_KEY } from '../../../src/contract/constants';

function memoryStorage() {
  const storage = new Map<string, string>();
  return {
    storage,
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => storage.set(key, value),
    removeItem: (key: string) => storage.delete(key),
  };
}

/** The real token store on a storage in memory. */
export function memoryTokens(
  token: string | null = null,
): TokenStore & { storage: Map<string, string> } {
  const memory = memoryStorage();
  if (token !== null) memory.setItem(TOKEN_KEY, token);
  return { ...createTokenStore(memory), storage: memory.storage };
}

/** The real draft stores of a tab and of another one, on storages in memory. */
export function memoryDrafts(): DraftStore & { storage: Map<string, string>; other: DraftStore } {
  const memory = memoryStorage();
  const shared = memoryStorage();
  const other = createDraftStore(memoryStorage(), shared);
  return { ...createDraftStore(memory, shared), storage: memory.storage, other };
}
