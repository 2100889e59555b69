import { jwtDecode } from 'jwt-decode';
import type { User } from '../conversation/user';
import { TOKEN_KEY } from '../shared/constants';
import type { TextStorage } from './storage';

/** Maximum length of a token in characters. No server accepts a longer one in a header. */
const MAX_TOKEN_LENGTH = 32 * 1024;

const CLAIMS = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims';
/** Claims in order of precedence: WS-Federation, ASP.NET Core's short names, OpenID Connect. */
const ID_CLAIMS = [`${CLAIMS}/nameidentifier`, 'nameid', 'sub'];
const NAME_CLAIMS = [`${CLAIMS}/name`, 'unique_name', 'name'];

type Claims = Record<string, unknown>;

/** Decodes the payload. Any JSON can be the payload; a number or a string has no claims. */
function parseClaims(token: string): Claims | null {
  // Decoding a megabyte would block the page. A header can carry only these characters.
  if (token.length > MAX_TOKEN_LENGTH || !/^[!-~]+$/.test(token)) return null;
  try {
    return jwtDecode<Claims | null>(token);
  } catch {
    return null;
  }
}

const isInteger = (value: unknown): value is number => Number.isSafeInteger(value);

/** Returns the first of these claims that the token has. */
function firstClaim(claims: Claims, names: string[]): unknown {
  return names.filter((name) => Object.hasOwn(claims, name)).map((name) => claims[name])[0];
}

/**
 * Parses the session user from a token's claims (S3). Does not check `exp`, because a phone's clock
 * can be wrong; the provider decides.
 * @returns undefined if the token cannot be decoded or has no integer id
 */
export function parseUser(token: string): User | undefined {
  const claims = parseClaims(token);
  if (!claims) return undefined;
  const claimedId = firstClaim(claims, ID_CLAIMS);
  const isDigits = typeof claimedId === 'string' && /^\d+$/.test(claimedId);
  const id = isDigits ? Number(claimedId) : claimedId;
  if (!isInteger(id)) return undefined;
  const name = firstClaim(claims, NAME_CLAIMS);
  return { id, username: typeof name === 'string' ? name : '', role: 'user' };
}

/** Returns whether this is a valid token of this user. Another tab can have replaced the token. */
export function belongsTo(token: string | null, userId: number): token is string {
  return token !== null && parseUser(token)?.id === userId;
}

/**
 * Returns whether a token's `exp` has passed.
 * @param now milliseconds since 1970
 */
export function isExpired(token: string, now: number): boolean {
  const exp = parseClaims(token)?.exp;
  return typeof exp === 'number' && exp * 1000 <= now;
}

/** The only owner of the stored auth token (S3). */
export interface TokenStore {
  read(): string | null;
  save(token: string): void;
  remove(): void;
}

/** Creates the store on `localStorage`. */
export function createTokenStore(storage: TextStorage) {
  return {
    read: () => storage.getItem(TOKEN_KEY),
    save: (token) => {
      storage.setItem(TOKEN_KEY, token);
    },
    remove: () => {
      storage.removeItem(TOKEN_KEY);
    },
  } satisfies TokenStore;
}

/** Returns the user of the stored token (S4). Removes a token that is not usable. */
export function readStoredUser(tokens: TokenStore): User | undefined {
  const token = tokens.read();
  if (token === null) return undefined;
  const user = parseUser(token);
  if (!user) tokens.remove();
  return user;
}
