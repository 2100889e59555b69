import type { IncomingMessage } from 'node:http';
import { Refusal } from './problem';
import { readToken } from './tokens';

/** What a request's token says: how it was carried and whose it is. */
export interface Identity {
  token: 'none' | 'header' | 'query';
  customerId: number | undefined;
}

/**
 * Reads a request's token. The query counts only for the hub, where browsers cannot set headers,
 * and there it comes first.
 */
export function identify(
  request: Pick<IncomingMessage, 'headers'>,
  query?: URLSearchParams,
): Identity {
  const inQuery = query?.get('access_token');
  if (inQuery) return { token: 'query', customerId: readToken(inQuery) };
  const header = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1];
  if (header !== undefined) return { token: 'header', customerId: readToken(header) };
  return { token: 'none', customerId: undefined };
}

/** The customer who asks; anybody else gets a 401. */
export function requireCustomer({ token, customerId }: Identity): number {
  if (customerId !== undefined) return customerId;
  const challenge = token === 'none' ? 'Bearer' : 'Bearer error="invalid_token"';
  throw new Refusal(401, undefined, { 'WWW-Authenticate': challenge });
}

/** Refuses what belongs to another customer. */
export function requireSame(customerId: number, claimed: unknown): void {
  if (claimed !== customerId) throw new Refusal(403);
}
