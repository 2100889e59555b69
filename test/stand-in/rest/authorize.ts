import type { IncomingMessage } from 'node:http';
import { HttpError } from './httpError';
import { verifyToken } from './tokens';

/** Where a request's token was sent, and the customer it belongs to. */
export interface Identity {
  token: 'none' | 'header' | 'query';
  customerId: number | undefined;
}

/**
 * Verifies a request's token. A token in the query comes before one in the header.
 * @param query only for the hub, because browsers cannot set headers on its transports
 */
export function identify(
  request: Pick<IncomingMessage, 'headers'>,
  query?: URLSearchParams,
): Identity {
  const inQuery = query?.get('access_token');
  if (inQuery) return { token: 'query', customerId: verifyToken(inQuery) };
  const header = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1];
  if (header !== undefined) return { token: 'header', customerId: verifyToken(header) };
  return { token: 'none', customerId: undefined };
}

/** @throws HttpError 401 without a valid token */
export function requireCustomer({ customerId }: Identity): number {
  if (customerId === undefined) throw new HttpError(401);
  return customerId;
}

/** @throws HttpError 403 if the claimed id is another one */
export function requireSame(customerId: number, claimed: unknown): void {
  if (claimed !== customerId) throw new HttpError(403);
}
