import { JsonHubProtocol, MessageType, NullLogger, type HubMessage } from '@microsoft/signalr';

/** Ends every record. */
export const RECORD_SEPARATOR = '\x1e';
/** The largest record that the hub accepts. */
export const RECORD_LIMIT = 32 * 1024;

/** How the hub says goodbye. */
export interface CloseOptions {
  error?: string;
  allowReconnect?: boolean;
}

const codec = new JsonHubProtocol();

/** Reads the records of a text; throws if one is malformed. */
export function parseRecords(text: string): HubMessage[] {
  return codec.parseMessages(text, NullLogger.instance);
}

/** A record that calls a method of the client. */
export function invocationRecord(target: string, args: readonly unknown[]): string {
  return codec.writeMessage({ type: MessageType.Invocation, target, arguments: [...args] });
}

/** A record that answers an invocation; a method without a result answers null. */
export function completionRecord(invocationId: string, outcome: { error?: string }): string {
  const end = outcome.error === undefined ? { result: null } : { error: outcome.error };
  return codec.writeMessage({ type: MessageType.Completion, invocationId, ...end });
}

/** A record that keeps a connection alive. */
export const PING_RECORD = codec.writeMessage({ type: MessageType.Ping });

/** A record that ends a connection. */
export function closeRecord({ error, allowReconnect }: CloseOptions = {}): string {
  return codec.writeMessage({
    type: MessageType.Close,
    ...(error !== undefined && { error }),
    ...(allowReconnect && { allowReconnect }),
  });
}
