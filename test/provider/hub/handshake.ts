import { RECORD_SEPARATOR } from './protocol';

/** What a handshake request is answered; an empty object accepts it. */
export interface HandshakeResponse {
  error?: string;
}

/** Judges the first record of a connection. */
export function judgeHandshake(record: string): HandshakeResponse {
  const request = parse(record.slice(0, -1));
  if (typeof request?.protocol !== 'string' || typeof request.version !== 'number') {
    return { error: 'An unexpected error occurred during connection handshake.' };
  }
  if (request.protocol !== 'json') {
    return { error: `The protocol '${request.protocol}' is not supported.` };
  }
  if (request.version > 2) {
    return {
      error: `The server does not support version ${request.version} of the 'json' protocol.`,
    };
  }
  return {};
}

/** The record that answers a handshake. */
export function handshakeRecord(response: HandshakeResponse): string {
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
