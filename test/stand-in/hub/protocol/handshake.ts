import type { HandshakeFault } from '../../control/switches';
import { isInt32, isJsonObject, isText, parseFirstJson } from '../../json/parseJson';
import { closeRecord, MAX_DEPTH, toRecord } from './protocol';

interface HandshakeResult {
  readonly response: string;
  /** `undecided`: a fault replaced the response; the connection stays in its handshake. */
  readonly outcome: 'accepted' | 'rejected' | 'undecided' | 'silent';
}

/** Sent for a handshake that takes too long or exceeds the record limit. */
export const HANDSHAKE_CANCELED = toRecord({ error: 'Handshake was canceled.' });

/** The response to a connection's first record, with the given fault. */
export function respondToHandshake(record: string, fault: HandshakeFault): HandshakeResult {
  const error = findError(record);
  const { reply, append = '', close } = fault;
  if (error !== undefined) return { response: toRecord({ error }), outcome: 'rejected' };
  if (reply === null) return { response: '', outcome: 'silent' };
  if (reply !== undefined) return { response: reply, outcome: 'undecided' };
  const closing = close?.sameFrame ? closeRecord(close) : '';
  return { response: toRecord({}) + append + closing, outcome: 'accepted' };
}

function findError(record: string): string | undefined {
  const { protocol, version } = parse(record);
  if (!isText(protocol) || !isInt32(version)) {
    return 'An unexpected error occurred during connection handshake.';
  }
  if (protocol.toLowerCase() !== 'json') return `The protocol '${protocol}' is not supported.`;
  if (version <= 2) return undefined;
  return `The server does not support version ${version} of the '${protocol}' protocol.`;
}

function parse(record: string): Record<string, unknown> {
  try {
    const { value } = parseFirstJson(record, MAX_DEPTH);
    return isJsonObject(value) ? value : {};
  } catch {
    return {};
  }
}
