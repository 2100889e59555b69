import { MessageType } from '@microsoft/signalr';

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
/** Maximum record size in bytes, separator included. ASP.NET Core's default. */
const RECORD_LIMIT = 32 * 1024;

/** The optional fields of a Close record. */
export interface CloseOptions {
  error?: string;
  allowReconnect?: boolean;
}

/** The Close record after a protocol error. */
export const CLOSED_WITH_ERROR: CloseOptions = {
  error: 'Connection closed with an error.',
  allowReconnect: true,
};

/** Writes a record with its separator. */
function toRecord(fields: object): string {
  return JSON.stringify(fields) + RECORD_SEPARATOR;
}

export const HANDSHAKE_RESPONSE = toRecord({});
export const PING_RECORD = toRecord({ type: MessageType.Ping });

/** A record that invokes a client method. */
export function invocationRecord(target: string, args: readonly unknown[]): string {
  return toRecord({ type: MessageType.Invocation, target, arguments: args });
}

/** The completion of an invocation; the result of a void method is null. */
export function completionRecord(invocationId: string, error?: string): string {
  const outcome = error === undefined ? { result: null } : { error };
  return toRecord({ type: MessageType.Completion, invocationId, ...outcome });
}

/** A Close record. Omits `allowReconnect` if false, as ASP.NET Core does. */
export function closeRecord({ error, allowReconnect }: CloseOptions = {}): string {
  const fields = { type: MessageType.Close, error, ...(allowReconnect && { allowReconnect }) };
  return toRecord(fields);
}

/** Splits received data into records, which may arrive in pieces or several at once. */
export class RecordBuffer {
  #rest = '';

  /**
   * Adds data.
   * @returns the records that are complete now, without their separators
   * @throws RangeError if a record exceeds `RECORD_LIMIT`
   */
  add(text: string): string[] {
    const records = (this.#rest + text).split(RECORD_SEPARATOR);
    if (records.some((record) => Buffer.byteLength(record) >= RECORD_LIMIT)) {
      throw new RangeError('A record is too long.');
    }
    this.#rest = records.pop() ?? '';
    return records;
  }
}
