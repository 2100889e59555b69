import { JsonHubProtocol, MessageType, NullLogger, type HubMessage } from '@microsoft/signalr';

/** Ends every record. */
export const RECORD_SEPARATOR = '\x1e';
/** The largest record that the hub accepts, with its separator. */
export const RECORD_LIMIT = 32 * 1024;

/** How the hub says goodbye. */
export interface CloseOptions {
  error?: string;
  allowReconnect?: boolean;
}

/** How the hub ends a connection that broke its rules. */
export const CLOSED_WITH_ERROR: CloseOptions = {
  error: 'Connection closed with an error.',
  allowReconnect: true,
};

const codec = new JsonHubProtocol();

/** Reads the records of a text; throws if one is malformed. */
export function parseRecords(text: string): HubMessage[] {
  const messages = codec.parseMessages(text, NullLogger.instance);
  // The client's codec is more lenient here than the server's.
  const isBroken = (message: HubMessage): boolean =>
    message.type === MessageType.Invocation && !Array.isArray(message.arguments as unknown);
  if (messages.some(isBroken)) throw new SyntaxError('An invocation without arguments.');
  return messages;
}

/** A record that calls a method of the client. */
export function invocationRecord(target: string, args: readonly unknown[]): string {
  return codec.writeMessage({ type: MessageType.Invocation, target, arguments: [...args] });
}

/** A record that answers an invocation; a method without a result answers null. */
export function completionRecord(invocationId: string, error?: string): string {
  const end = error === undefined ? { result: null } : { error };
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
