import { logWarning } from '../platform/log';
import { withTimeout } from '../platform/timers';

/** Maximum time to stop a client, in ms, so that a hung socket cannot delay logout. */
const STOP_TIMEOUT = 1_000;

/** One connection to the hub. It can be started only once. */
export interface HubClient {
  /** @throws TokenError if the hub rejects the token */
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Calls a hub method and waits for its completion. */
  invoke(method: string, ...args: unknown[]): Promise<unknown>;
  /** Calls a hub method without a completion. */
  send(method: string, ...args: unknown[]): Promise<void>;
}

export interface HubClientEvents {
  messageReceived(payload: unknown): void;
  /** The connection is lost, or the server no longer knows it. */
  closed(): void;
  /** SignalR tries a transport, a bit of `HttpTransportType`; 0 if the transport was refused. */
  transportTried(transport: number): void;
}

/**
 * Creates a fresh client for each attempt, because a used one can hang for ever.
 * @param excluded the bits of the transports that the client does not try if the hub offers another
 */
export type HubClientFactory = (
  userId: number,
  events: HubClientEvents,
  excluded: number,
) => Promise<HubClient>;

/**
 * The stored token cannot be used for the hub. The reason is the status of the hub's response, or:
 * - foreign: the token is missing or belongs to another user
 * - replaced: another tab has replaced the rejected token meanwhile; a retry uses the new token
 */
export class TokenError extends Error {
  override name = 'TokenError';
  constructor(readonly reason: 401 | 403 | 'foreign' | 'replaced') {
    super(`The token cannot be used: ${reason}`);
  }
}

/** Stops a client. Resolves after `STOP_TIMEOUT` at the latest; a failure is logged. */
export function stopClient(client: HubClient): Promise<void> {
  const stopped = client
    .stop()
    .catch((error: unknown) => logWarning('Stopping the hub connection failed', error));
  return new Promise((resolve) => {
    void withTimeout(stopped, STOP_TIMEOUT, resolve).then(resolve);
  });
}
