import type { RequestHandler } from 'express';
import type { IncomingMessage } from 'node:http';
import { identify } from '../rest/routes';
import { callOf } from '../rest/calls';
import type { EntryOf, Ledger } from './ledger';

/** Adds a request to the ledger when it arrives. */
export function recordRequest(ledger: Ledger, request: IncomingMessage): EntryOf<'request'> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://provider');
  const method = request.method ?? 'GET';
  const isUpgrade = request.headers.upgrade !== undefined;
  return ledger.add({
    kind: 'request',
    at: Date.now(),
    call: isUpgrade ? 'upgrade' : callOf(method, pathname),
    method,
    path: pathname,
    status: 'pending',
    ...identify(request, searchParams),
  });
}

/** Records every request, and its status when the response is sent or the socket closes. */
export function recordRequests(ledger: Ledger): RequestHandler {
  return (request, response, next) => {
    const entry = recordRequest(ledger, request);
    response.on('finish', () => ledger.amend(entry, { status: response.statusCode }));
    response.on('close', () => {
      if (entry.status === 'pending') ledger.amend(entry, { status: 'dropped' });
    });
    next();
  };
}
