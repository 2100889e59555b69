import type { TokenStore } from '../app/services';
import type { TextStorage } from '../platform/storage';
import { TOKEN_KEY } from '../contract/constants';
import { isExpired, parseUser } from './claims';

/** Creates the store of the auth token (S3) on `localStorage`. */
export function createTokenStore(storage: TextStorage): TokenStore {
  const read = () => storage.getItem(TOKEN_KEY);
  return {
    read,
    readFor: (userId) => {
      const token = read();
      return token !== null && parseUser(token)?.id === userId ? token : null;
    },
    hasExpired: (now) => isExpired(read() ?? '', now),
    save: (token) => {
      const isUsable = parseUser(token) !== undefined;
      if (isUsable) storage.setItem(TOKEN_KEY, token);
      return isUsable;
    },
    remove: () => storage.removeItem(TOKEN_KEY),
  };
}
