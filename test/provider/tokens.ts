import { sign, verify } from 'jsonwebtoken';
import type { Customer } from './conversations';

const SECRET = 'the stand-in provider signs with a key that everybody may know';
const LIFETIME_SECONDS = 7 * 24 * 60 * 60;
const WS_FEDERATION = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims';

/** The names under which .NET hosts put id and name into a token. */
export type ClaimNames = 'ws-federation' | 'short' | 'jwt';

const NAMES = {
  'ws-federation': { id: `${WS_FEDERATION}/nameidentifier`, name: `${WS_FEDERATION}/name` },
  short: { id: 'nameid', name: 'unique_name' },
  jwt: { id: 'sub', name: 'name' },
} as const satisfies Record<ClaimNames, { id: string; name: string }>;

/** How a token differs from the one that login answers; a negative lifetime is an expired one. */
export interface TokenOptions {
  expiresInSeconds?: number;
  claims?: ClaimNames;
}

/** Signs a token for a customer. */
export function issueToken(customer: Customer, options: TokenOptions = {}): string {
  const { id, name } = NAMES[options.claims ?? 'ws-federation'];
  const expiry = Math.floor(Date.now() / 1000) + (options.expiresInSeconds ?? LIFETIME_SECONDS);
  const payload = { [id]: String(customer.id), [name]: customer.username, exp: expiry };
  return sign(payload, SECRET, { algorithm: 'HS256', noTimestamp: true });
}

/** The customer id of a valid token; undefined for any other text. */
export function readToken(token: string): number | undefined {
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
