import { RETRY_DELAYS } from '../contract/constants';
import type { ConnectionState } from './connectionSlice';
import type { HubClient, TokenError } from './hubClient';

export interface ConnectionManagerEvents {
  changed(state: ConnectionState): void;
  messageReceived(payload: unknown): void;
  /** No attempt follows until `retryNow` or `reconnect`. */
  rejected(reason: Exclude<TokenError['reason'], 'replaced'>): void;
}

/**
 * The phase after each event. After the last retry delay, givenUp follows instead of waiting.
 *
 * | event                 | connecting          | connected    | waiting    | givenUp    |
 * | --------------------- | ------------------- | ------------ | ---------- | ---------- |
 * | the client started    | connected           |              |            |            |
 * | failed, timed out     | waiting             |              |            |            |
 * | the token is rejected | givenUp             |              |            |            |
 * | closed, `drop`        | waiting             | waiting      | -          | -          |
 * | the delay is over     |                     |              | connecting |            |
 * | `reconnect`           | waiting, 0 s        | waiting, 0 s | connecting | connecting |
 * | the token is replaced | waiting, 0 s        |              |            |            |
 * | `retryNow`            | waiting, 0 s, if old | -           | connecting | connecting |
 * | `close`               | closed              | closed       | closed     | closed     |
 */
export type Phase = 'closed' | 'connecting' | 'connected' | 'waiting' | 'givenUp';

export type EndReason = 'failed' | 'timedOut' | 'closed' | 'dropped' | 'replaced' | 'rejected';

/** What holds from `open` to `close`. Transports are bits of `HttpTransportType`. */
export interface ManagerSession {
  userId: number;
  events: ConnectionManagerEvents;
  /** Number of retry delays since they last started over. */
  retries: number;
  /** The transports that delivered nothing. */
  excludedTransports: number;
  /** The transport of the last attempt, if it failed after the transport had opened. */
  failedTransport: number;
}

/** One connection. Until it is Connected, it is an attempt. */
export interface Connection {
  session: ManagerSession;
  /** Returns the time since the start, and later since Connected, in ms. */
  age: () => number;
  client?: HubClient;
  /** The transport that is being tried; 0 if none is, or long polling. */
  transport: number;
  /** Whether the retry delays start over when the attempt fails. */
  isRetryRequested: boolean;
}

/** Age, in ms, after which a connection is stable and the retry delays start over. */
const STABLE_AFTER = 30_000;

/** Counts the next retry, and returns its delay in ms; undefined if no attempt follows. */
export function takeRetryDelay(
  { session, age, isRetryRequested }: Connection,
  reason: EndReason,
  wasConnected: boolean,
): number | undefined {
  const isStable = wasConnected && age() >= STABLE_AFTER;
  if (isStable || isRetryRequested || reason === 'replaced') session.retries = 0;
  return reason === 'rejected' ? undefined : RETRY_DELAYS[session.retries++];
}
