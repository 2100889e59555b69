import { JsonHubProtocol, MessageType, NullLogger, type HubMessage } from '@microsoft/signalr';

/** The last character of every record. */
export const RECORD_SEPARATOR = '\x1e';
/** Maximum record size in bytes, separator included. */
export const RECORD_LIMIT = 32 * 1024;

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
export function toRecord(fields: object): string {
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
