import type { Connection, EndReason } from './retryPolicy';

/**
 * Excludes the transport of an attempt that timed out, because a proxy can swallow frames. Excludes a
 * transport that failed twice in a row, because a proxy can close each connection; a server that
 * restarts closes only one. If that transport is long polling or none, allows all again.
 */
export function excludeTransport({ session, transport }: Connection, reason: EndReason): void {
  if (reason !== 'failed' && reason !== 'timedOut') return;
  if (reason === 'timedOut' || transport === session.failedTransport)
    session.excludedTransports = transport === 0 ? 0 : session.excludedTransports | transport;
  session.failedTransport = transport;
}
