import { JsonHubProtocol, MessageType, NullLogger, type HubMessage } from '@microsoft/signalr';
import type { HandshakeFault } from '../control/switches';

/** SignalR's transports, by the names that negotiate offers. */
export type TransportName = 'WebSockets' | 'ServerSentEvents' | 'LongPolling';

/** The server's side of one client's transport. */
export interface Transport {
  readonly name: TransportName;
  /** Sends raw text, which may hold several records or part of one. */
  send(text: string): void;
  /** Closes after everything sent was delivered; only WebSockets carry the code. */
  end(code?: number): void;
  /** Destroys the socket. */
  terminate(): void;
}

/** The last character of every record. */
const RECORD_SEPARATOR = '\x1e';
/** Maximum record size in bytes, separator included. */
const RECORD_LIMIT = 32 * 1024;

/** The hub's timeouts and intervals, in ms. */
export interface HubTiming {
  /** Timeout of a new connection's handshake. */
  handshake: number;
  /** Interval of the heartbeat, which checks `keepAlive` and `clientTimeout`. */
  heartbeat: number;
  /** Time since the last ping after which the next heartbeat sends a ping. */
  keepAlive: number;
  /** Time without a record from the client after which the next heartbeat closes the connection. */
  clientTimeout: number;
  /** Time after which a poll without data gets an empty response. */
  poll: number;
  /** Timeout for the next poll, or for the first request after negotiate. */
  disconnect: number;
}

/** ASP.NET Core's defaults. The heartbeat makes the pings 15 to 16 s apart. */
export const ASPNET_TIMING: HubTiming = {
  handshake: 15_000,
  heartbeat: 1_000,
  keepAlive: 15_000,
  clientTimeout: 30_000,
  poll: 90_000,
  disconnect: 15_000,
};

/** The optional fields of a Close record. */
export interface CloseOptions {
  error?: string;
  allowReconnect?: boolean;
}

/** The Close record after a protocol error or the client timeout. */
export const CLOSED_WITH_ERROR: CloseOptions = {
  error: 'Connection closed with an error.',
  allowReconnect: true,
};

const json = new JsonHubProtocol();

/**
 * Parses one record; undefined for an unknown type.
 * @throws Error for a record that ends the connection
 */
export function parseRecord(record: string): HubMessage | undefined {
  return json.parseMessages(record, NullLogger.instance)[0];
}

/** Writes a record with its separator. */
function toRecord(fields: object): string {
  return JSON.stringify(fields) + RECORD_SEPARATOR;
}

/** A record that invokes a client method. */
export function invocationRecord(target: string, args: readonly unknown[]): string {
  return toRecord({ type: MessageType.Invocation, target, arguments: args });
}

/** The completion of an invocation; the result of a void method is null. */
export function completionRecord(invocationId: string, error?: string): string {
  const outcome = error === undefined ? { result: null } : { error };
  return toRecord({ type: MessageType.Completion, invocationId, ...outcome });
}

export const PING_RECORD = toRecord({ type: MessageType.Ping });

/** A Close record. Omits `allowReconnect` if false, as ASP.NET Core does. */
export function closeRecord({ error, allowReconnect }: CloseOptions = {}): string {
  return toRecord({
    type: MessageType.Close,
    ...(error !== undefined && { error }),
    ...(allowReconnect && { allowReconnect }),
  });
}

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
  const { reply } = fault;
  if (protocol !== 'json') {
    const error = `The protocol '${protocol}' is not supported.`;
    return { response: toRecord({ error }), outcome: 'rejected' };
  }
  if (reply === null) return { response: '', outcome: 'silent' };
  if (reply !== undefined) return { response: reply, outcome: 'undecided' };
  return { response: toRecord({}), outcome: 'accepted' };
}

/** Splits received data into records, which may arrive in pieces or several at once. */
export class RecordBuffer {
  #text = '';

  add(text: string): void {
    this.#text += text;
  }

  /**
   * Removes and returns the next complete record, with its separator; undefined if there is none.
   * @throws RangeError if the record exceeds `RECORD_LIMIT`
   */
  next(): string | undefined {
    const end = this.#text.indexOf(RECORD_SEPARATOR) + 1;
    const record = end > 0 ? this.#text.slice(0, end) : this.#text;
    if (Buffer.byteLength(record) > RECORD_LIMIT) throw new RangeError('A record is too long.');
    if (end === 0) return undefined;
    this.#text = this.#text.slice(end);
    return record;
  }
}
