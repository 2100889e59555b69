import { sign, verify } from 'jsonwebtoken';
import type { Customer } from '../state/conversations';

const SECRET = 'the stand-in provider signs its tokens with this public key';
const LIFETIME_SECONDS = 7 * 24 * 60 * 60;
const WS_FEDERATION = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims';

const ID = `${WS_FEDERATION}/nameidentifier`;
const NAME = `${WS_FEDERATION}/name`;

/** How a token differs from one that login issues. */
export interface TokenOptions {
  /** A negative number issues an expired token. */
  expiresInSeconds?: number;
}

/** Issues a signed token of a customer. */
export function issueToken(customer: Customer, options: TokenOptions = {}): string {
  const expiry = Math.floor(Date.now() / 1000) + (options.expiresInSeconds ?? LIFETIME_SECONDS);
  const payload = { [ID]: String(customer.id), [NAME]: customer.username, exp: expiry };
  return sign(payload, SECRET, { algorithm: 'HS256', noTimestamp: true });
}

/** The customer id of a valid token; undefined for any other text. */
export function verifyToken(token: string): number | undefined {
  try {
    const payload = verify(token, SECRET, { algorithms: ['HS256'] });
    if (typeof payload === 'string') return undefined;
    return Number(payload[ID]);
  } catch {
    return undefined;
  }
}
