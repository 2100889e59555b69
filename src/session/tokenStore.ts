import { TOKEN_KEY } from '../contract/constants';
import type { TextStorage } from '../platform/storage';
import { isExpired, parseUser } from './claims';

/** Reads and writes the stored auth token (S3). The inline script also looks for a token. */
export type TokenStore = ReturnType<typeof createTokenStore>;

export function createTokenStore(storage: TextStorage) {
  const read = () => storage.getItem(TOKEN_KEY);
  return {
    read,
    /** Returns the token if it is this user's. Another tab can have replaced it. */
    readFor(userId: number): string | null {
      const token = read();
      return token !== null && parseUser(token)?.id === userId ? token : null;
    },
    /** Returns whether the `exp` of the stored token has passed. @param now ms since 1970 */
    hasExpired: (now: number) => isExpired(read() ?? '', now),
    /** Stores a token if it holds a user. Returns whether it does. */
    save(token: string): boolean {
      const isUsable = parseUser(token) !== undefined;
      if (isUsable) storage.setItem(TOKEN_KEY, token);
      return isUsable;
    },
    remove: () => storage.removeItem(TOKEN_KEY),
  };
}
