/** Maximum time to stop a client, in ms, so that a hung socket cannot delay logout. */
export const STOP_TIMEOUT = 1_000;

/** One connection to the hub. It can be started only once. */
export interface HubClient {
  /** @throws HubRejectedError if the hub rejects the token */
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Calls a hub method and waits for its completion. */
  invoke(method: string, ...args: unknown[]): Promise<unknown>;
  /** Calls a hub method without a completion. */
  send(method: string, ...args: unknown[]): Promise<void>;
  /** Milliseconds since the server's last message; pings count. */
  msSinceLastMessage(): number;
}

export interface HubClientEvents {
  messageReceived(payload: unknown): void;
  /** The connection is lost, or the server no longer knows it. */
  closed(): void;
}

/** Creates a fresh client for each attempt, because a used one can hang for ever. */
export type HubClientFactory = (userId: number, events: HubClientEvents) => Promise<HubClient>;

/** The hub cannot be used with the stored token, so a retry would fail too. */
export class TokenError extends Error {}

/** The stored token is missing or belongs to another user. */
export class ForeignTokenError extends TokenError {
  override name = 'ForeignTokenError';
  constructor() {
    super('The stored token is not the signed-in user’s.');
  }
}

/** The hub rejected a token that another tab has replaced meanwhile. A retry uses the new token. */
export class ReplacedTokenError extends Error {
  override name = 'ReplacedTokenError';
  constructor() {
    super('The rejected token has been replaced.');
  }
}

/** The hub rejected the negotiate request with 401 or 403. */
export class HubRejectedError extends TokenError {
  override name = 'HubRejectedError';
  constructor(readonly status: 401 | 403) {
    super(`The hub rejected the token with status ${String(status)}.`);
  }
}
