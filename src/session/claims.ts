import { jwtDecode } from 'jwt-decode';
import { parseId } from '../contract/message';

/** The session user (S3), from the token's claims. `role` is the same for everyone (S6). */
export interface User {
  id: number;
  username: string;
  role: 'user';
}

/** Maximum length of a token in characters. No server accepts a longer one in a header. */
const MAX_TOKEN_LENGTH = 32 * 1024;
const CLAIMS = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims';
/** Claims in order of precedence: WS-Federation, ASP.NET Core's short names, OpenID Connect. */
const ID_CLAIMS = [`${CLAIMS}/nameidentifier`, 'nameid', 'sub'];
const NAME_CLAIMS = [`${CLAIMS}/name`, 'unique_name', 'name'];

type Claims = Record<string, unknown>;

/** Decodes the payload. Any JSON can be the payload; a number or a string has no claims. */
function parseClaims(token: string): Claims | null {
  // Decoding a megabyte would block the page. An HTTP header carries printable ASCII only.
  if (token.length > MAX_TOKEN_LENGTH || !/^[!-~]+$/.test(token)) return null;
  try {
    return jwtDecode<Claims | null>(token);
  } catch {
    return null;
  }
}

/**
 * Parses the session user from a token's claims (S3). Does not check `exp`, because a phone's clock
 * can be wrong; the provider decides.
 * @returns undefined if the token cannot be decoded or has no integer id
 */
export function parseUser(token: string): User | undefined {
  const claims = parseClaims(token);
  // A claim with several values is an array.
  const valuesOf = (names: string[]) => names.flatMap((name) => claims?.[name]);
  const ids = valuesOf(ID_CLAIMS).map(parseId);
  const id = ids.find((value) => value !== null);
  if (id === undefined) return undefined;
  const username = valuesOf(NAME_CLAIMS).find((value) => typeof value === 'string');
  return { id, username: username ?? '', role: 'user' };
}

/** Returns whether a token's `exp` has passed. @param now milliseconds since 1970 */
export function isExpired(token: string, now: number): boolean {
  const exp = parseClaims(token)?.exp;
  return typeof exp === 'number' && exp * 1000 <= now;
}
