import { createDraftStore, type DraftStore } from '../../../src/platform/draftStore';
import { createLogoutMark, type LogoutMark } from '../../../src/session/logoutMark';
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

/** The real mark of the last logout, on storages in memory. */
export function memoryLogoutMark(): LogoutMark & { setElsewhere: () => void } {
  const shared = memoryStorage();
  const mark = createLogoutMark(shared, memoryStorage());
  return { ...mark, setElsewhere: createLogoutMark(shared, memoryStorage()).set };
}

/** The real draft store on a storage in memory. */
export function memoryDrafts(): DraftStore & { storage: Map<string, string> } {
  const memory = memoryStorage();
  return { ...createDraftStore(memory), storage: memory.storage };
}
