import { sign, verify } from 'jsonwebtoken';
import type { Customer } from '../state/conversations';

const SECRET = 'the stand-in provider signs its tokens with this public key';
const LIFETIME_SECONDS = 7 * 24 * 60 * 60;
const WS_FEDERATION = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims';

/** The claim names that .NET hosts use for a user's id and name. */
export type ClaimNames = 'ws-federation' | 'short' | 'jwt';

const NAMES = {
  'ws-federation': { id: `${WS_FEDERATION}/nameidentifier`, name: `${WS_FEDERATION}/name` },
  short: { id: 'nameid', name: 'unique_name' },
  jwt: { id: 'sub', name: 'name' },
} as const satisfies Record<ClaimNames, { id: string; name: string }>;

/** How a token differs from one that login issues. */
export interface TokenOptions {
  /** A negative number issues an expired token. */
  expiresInSeconds?: number;
  claims?: ClaimNames;
}

/** Issues a signed token of a customer. */
export function issueToken(customer: Customer, options: TokenOptions = {}): string {
  const { id, name } = NAMES[options.claims ?? 'ws-federation'];
  const expiry = Math.floor(Date.now() / 1000) + (options.expiresInSeconds ?? LIFETIME_SECONDS);
  const payload = { [id]: String(customer.id), [name]: customer.username, exp: expiry };
  return sign(payload, SECRET, { algorithm: 'HS256', noTimestamp: true });
}

/** The customer id of a valid token; undefined for any other text. */
export function verifyToken(token: string): number | undefined {
  try {
    const payload = verify(token, SECRET, { algorithms: ['HS256'] });
    if (typeof payload === 'string') return undefined;
    const claims: Record<string, unknown> = payload;
    const id = Object.values(NAMES).map((names) => claims[names.id]);
    const value = Number(id.find((claim) => claim !== undefined));
    return Number.isSafeInteger(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
