import type { IncomingMessage } from 'node:http';
import { identify, requireCustomer, requireSame } from '../../rest/authorize';

/**
 * The customer whose token a request to the hub carries, and the parsed query.
 * @throws HttpError 401 without a valid token, 403 if `userId` in the query is another customer
 */
export function authorizeHub(request: Pick<IncomingMessage, 'url' | 'headers'>): {
  customerId: number;
  query: URLSearchParams;
} {
  const query = new URL(request.url ?? '/', 'http://provider').searchParams;
  const customerId = requireCustomer(identify(request, query));
  requireSame(customerId, Number(query.get('userId') ?? NaN));
  return { customerId, query };
}
