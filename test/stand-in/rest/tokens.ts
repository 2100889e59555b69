import { jwtDecode } from 'jwt-decode';
import { createHmac } from 'node:crypto';
import type { Customer } from '../state/conversations';

const SECRET = 'the stand-in provider signs its tokens with this public key';
const WS_FEDERATION = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims';

const ID = `${WS_FEDERATION}/nameidentifier`;
const NAME = `${WS_FEDERATION}/name`;

/** How long a token is valid by default, in seconds: a week. */
const LIFETIME = 604_800;

const sign = (text: string) => createHmac('sha256', SECRET).update(text).digest('base64url');

/** Issues a signed token with these claims, a JWT. */
function issue(claims: object): string {
  const parts = [{ alg: 'HS256', typ: 'JWT' }, claims].map((part) => JSON.stringify(part));
  const text = parts.map((part) => Buffer.from(part).toString('base64url')).join('.');
  return `${text}.${sign(text)}`;
}

/** Issues a signed token of a customer. @param lifetime in seconds; null: for ever */
export function issueToken({ id, username }: Customer, lifetime: number | null = LIFETIME): string {
  const exp = lifetime === null ? {} : { exp: Math.floor(Date.now() / 1000) + lifetime };
  return issue({ [ID]: String(id), [NAME]: username, ...exp });
}

/** The customer of a valid token; undefined for any other text. */
export function verifyToken(token: string): Customer | undefined {
  const end = token.lastIndexOf('.');
  if (token.slice(end + 1) !== sign(token.slice(0, end))) return undefined;
  const { exp = Infinity, ...claims } = jwtDecode<Record<string, unknown> & { exp?: number }>(
    token,
  );
  if (exp * 1000 <= Date.now()) return undefined;
  return { id: Number(claims[ID]), username: String(claims[NAME]) };
}
