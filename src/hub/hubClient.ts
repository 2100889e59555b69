/** One connection to the hub, with SignalR's methods. It can be started only once. */
export interface HubClient {
  /** @throws TokenError if the hub rejects the token */
  start(): Promise<void>;
  stop(): Promise<void>;
  invoke(method: string, ...args: unknown[]): Promise<unknown>;
  send(method: string, ...args: unknown[]): Promise<void>;
}

export interface HubEvents {
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
  events: HubEvents,
  excluded: number,
) => Promise<HubClient>;

/**
 * The hub cannot be used with the stored token:
 * - foreign: the token is missing or belongs to another user
 * - replaced: another tab has replaced the rejected token meanwhile; a retry uses the new token
 * - expired: the hub responded 401, and the token has expired
 * - 401: the hub responded 401, although the token has not expired
 */
export class TokenError extends Error {
  override name = 'TokenError';
  constructor(readonly reason: 'foreign' | 'replaced' | 'expired' | 401) {
    super(`The token cannot be used: ${reason}`);
  }
}
