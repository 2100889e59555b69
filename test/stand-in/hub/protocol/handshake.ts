import type { HandshakeFault } from '../../control/switches';
import { closeRecord, RECORD_SEPARATOR, toRecord } from './protocol';

interface HandshakeResult {
  readonly response: string;
  /** `undecided`: a fault replaced the response; the connection stays in its handshake. */
  readonly outcome: 'accepted' | 'rejected' | 'undecided' | 'silent';
}

/** Sent for a handshake that takes too long, is malformed or exceeds the record limit. */
export const HANDSHAKE_CANCELED = toRecord({ error: 'Handshake was canceled.' });

/**
 * The response to a connection's first record, with the given fault.
 * @throws SyntaxError for a malformed record
 */
export function respondToHandshake(record: string, fault: HandshakeFault): HandshakeResult {
  const { protocol } = JSON.parse(record.replace(RECORD_SEPARATOR, '')) as { protocol: string };
  const { reply, append = '', close } = fault;
  if (protocol !== 'json') {
    const error = `The protocol '${protocol}' is not supported.`;
    return { response: toRecord({ error }), outcome: 'rejected' };
  }
  if (reply === null) return { response: '', outcome: 'silent' };
  if (reply !== undefined) return { response: reply, outcome: 'undecided' };
  const closing = close?.sameFrame ? closeRecord(close) : '';
  return { response: toRecord({}) + append + closing, outcome: 'accepted' };
}
