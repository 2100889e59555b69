import type { RequestHandler } from 'express';
import type { IncomingMessage } from 'node:http';
import { identify } from './authorize';
import { callOf } from './calls';
import type { EntryOf, Ledger } from './ledger';

/** Writes a request into the ledger as it arrives. */
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

/** Writes every request down, and its status once it is answered or gone. */
export function recordRequests(ledger: Ledger): RequestHandler {
  return (request, response, next) => {
    const entry = recordRequest(ledger, request);
    response.on('finish', () => ledger.amend(entry, { status: response.statusCode }));
    response.on('close', () => {
      if (!response.writableFinished) ledger.amend(entry, { status: 'dropped' });
    });
    next();
  };
}
