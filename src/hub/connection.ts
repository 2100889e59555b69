import type { ConnectionState } from './connectionSlice';
import type { HubClient, TokenError } from './hubClient';

export interface ConnectionManagerEvents {
  changed(state: ConnectionState): void;
  messageReceived(payload: unknown): void;
  /** No attempt follows until `retryNow` or `reconnect`. */
  rejected(reason: Exclude<TokenError['reason'], 'replaced'>): void;
}

export type Phase = 'closed' | 'connecting' | 'connected' | 'waiting' | 'givenUp';

export type EndReason = 'failed' | 'timedOut' | 'closed' | 'dropped' | 'replaced' | 'rejected';

/** What holds from `open` to `close`. */
export interface OpenPeriod {
  userId: number;
  events: ConnectionManagerEvents;
  /** Number of retry delays since they last started over. */
  retries: number;
  /** The transports that delivered nothing, as bits of `HttpTransportType`. */
  excluded: number;
  /** The transport of the last attempt, if it failed after the transport had opened. */
  failed: number;
}

/** One connection. Until it is Connected, it is an attempt. */
export interface Connection {
  period: OpenPeriod;
  /** Returns the time since the start, and later since Connected, in ms. */
  age: () => number;
  client?: HubClient;
  /** The transport that is being tried; 0 if none is, or long polling. */
  transport: number;
  /** Whether the retry delays start over when the attempt fails. */
  isRetryRequested: boolean;
}
