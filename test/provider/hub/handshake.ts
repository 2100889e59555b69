import type { HandshakeFault } from '../switches';
import { closeRecord, RECORD_SEPARATOR } from './protocol';

/** What a handshake is answered, and what becomes of the connection. */
interface HandshakeAnswer {
  readonly say: string;
  readonly next: 'accepted' | 'refused' | 'undecided' | 'silent';
}

/** What is said to a client that takes too long, or too much room, for its handshake. */
export const HANDSHAKE_CANCELED = toRecord({ error: 'Handshake was canceled.' });

/** Answers the first record of a connection, as well or as badly as it is told. */
export function answerHandshake(record: string, fault: HandshakeFault): HandshakeAnswer {
  const error = judge(record);
  const { reply, append = '', close } = fault;
  if (error !== undefined) return { say: toRecord({ error }), next: 'refused' };
  if (reply === null) return { say: '', next: 'silent' };
  if (reply !== undefined) return { say: reply, next: 'undecided' };
  const goodbye = close?.sameFrame ? closeRecord(close) : '';
  return { say: toRecord({}) + append + goodbye, next: 'accepted' };
}

function judge(record: string): string | undefined {
  const { protocol, version } = parse(record.slice(0, -1)) ?? {};
  if (typeof protocol !== 'string' || typeof version !== 'number') {
    return 'An unexpected error occurred during connection handshake.';
  }
  if (protocol !== 'json') return `The protocol '${protocol}' is not supported.`;
  if (version > 2) return `The server does not support version ${version} of the 'json' protocol.`;
  return undefined;
}

function toRecord(response: { error?: string }): string {
  return JSON.stringify(response) + RECORD_SEPARATOR;
}

function parse(text: string): { protocol?: unknown; version?: unknown } | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' ? value : null;
  } catch {
    return null;
  }
}
