import { jwtDecode } from 'jwt-decode';
import { MAX_TOKEN, TOKEN_KEY } from '../common/constants';
import type { User } from '../common/user';

const CLAIMS = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims';
const ID_CLAIMS = [`${CLAIMS}/nameidentifier`, 'nameid', 'sub'];
const NAME_CLAIMS = [`${CLAIMS}/name`, 'unique_name', 'name'];

type Claims = Record<string, unknown>;

/** The token's claims, or undefined for anything that is no readable token. */
function claimsOf(token: string): Claims | undefined {
  // Reading a megabyte would hold up the page.
  if (token.length > MAX_TOKEN) return undefined;
  try {
    const claims: unknown = jwtDecode(token);
    return typeof claims === 'object' && claims !== null ? (claims as Claims) : undefined;
  } catch {
    return undefined;
  }
}

/** The first of these claims that the token itself carries. */
function firstOf(claims: Claims, names: string[]): unknown {
  return names.filter((name) => Object.hasOwn(claims, name)).map((name) => claims[name])[0];
}

/**
 * Derives the session user from a token (spec 3). `exp` is not judged: a phone's clock may be
 * wrong, the server decides.
 * @returns undefined where the token cannot be read or holds no integer id
 */
export function readUser(token: string): User | undefined {
  const claims = claimsOf(token);
  if (!claims) return undefined;
  const claimedId = firstOf(claims, ID_CLAIMS);
  const isDigits = typeof claimedId === 'string' && /^\d+$/.test(claimedId);
  const id = isDigits ? Number(claimedId) : claimedId;
  if (typeof id !== 'number' || !Number.isSafeInteger(id)) return undefined;
  const name = firstOf(claims, NAME_CLAIMS);
  return { id, username: typeof name === 'string' ? name : '', role: 'user' };
}

/**
 * Whether a token's `exp` (seconds since 1970) has passed.
 * @param now milliseconds since 1970
 */
export function isExpired(token: string, now: number): boolean {
  const exp = claimsOf(token)?.['exp'];
  return typeof exp === 'number' && exp * 1000 <= now;
}

/** The one owner of the stored auth token (spec 3): local storage, key `token`. */
export interface TokenStore {
  read(): string | null;
  save(token: string): void;
  remove(): void;
}

/** @param storage `localStorage`, or anything that keeps strings the same way */
export function createTokenStore(storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>) {
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

/**
 * The signed-in user (spec 4: an existing stored token restores the user). Anything under the key
 * that is no usable token is removed.
 */
export function signedInUser(tokens: TokenStore): User | undefined {
  const token = tokens.read();
  if (token === null) return undefined;
  const user = readUser(token);
  if (!user) tokens.remove();
  return user;
}
