import {
  ReplacedTokenError,
  STOP_TIMEOUT,
  TokenError,
  type HubClient,
  type HubClientFactory,
} from '../services/hubClient';
import { logWarning } from '../services/log';
import { RETRY_DELAYS } from '../shared/constants';
import { withTimeout } from '../shared/timers';
import type { ConnectionState } from './connectionSlice';

/** Maximum time to connect, in ms; a slower attempt ends. */
const ATTEMPT_TIMEOUT = 20_000;
/** Age of a pending attempt, in ms, above which `retryNow` replaces it. */
const STALE_ATTEMPT = 5_000;
/** Uptime, in ms, after which a connection is stable and the retry delays start over. */
const STABLE_AFTER = 30_000;

export interface ConnectionManagerEvents {
  changed(state: ConnectionState): void;
  messageReceived(payload: unknown): void;
  /** No attempt follows until `retryNow` or `reconnect`. */
  rejected(error: TokenError): void;
}

type Phase = 'closed' | 'connecting' | 'connected' | 'waiting' | 'givenUp';

/** Why an attempt or its connection ends. */
type EndReason = 'failed' | 'timedOut' | 'closed' | 'dropped' | 'replaced' | 'rejected';

/** The time from `open` to `close`. */
interface Session {
  userId: number;
  events: ConnectionManagerEvents;
  /** Number of retry delays since they last started over. */
  retries: number;
}

/** One connection, from its start to its end. */
interface Attempt {
  session: Session;
  /** Uptime at the start, and later at Connected, in ms. */
  since: number;
  client?: HubClient;
  /** Whether the retry delays start over if this attempt fails. */
  isRetryRequested: boolean;
}

/** Stops a client, and waits at most `STOP_TIMEOUT`. */
function stopClient(client: HubClient): Promise<void> {
  const stopped = client
    .stop()
    .catch((error: unknown) => logWarning('Stopping the hub connection failed', error));
  return new Promise((resolve) => {
    void withTimeout(stopped, STOP_TIMEOUT, resolve).then(resolve);
  });
}

/**
 * Keeps one hub connection from `open` to `close` (S4), with a fresh client for each attempt. Late
 * events of an old client are ignored. This table has the phase after each event:
 *
 * | event                 | connecting          | connected    | waiting    | givenUp    |
 * | --------------------- | ------------------- | ------------ | ---------- | ---------- |
 * | the client started    | connected           |              |            |            |
 * | failed, timed out     | waiting             |              |            |            |
 * | the token is rejected | givenUp             |              |            |            |
 * | closed, `drop`        | waiting             | waiting      | -          | -          |
 * | the delay is over     |                     |              | connecting |            |
 * | `reconnect`           | waiting, 0 s        | waiting, 0 s | connecting | connecting |
 * | `retryNow`            | waiting, 0 s, if old | -           | connecting | connecting |
 * | `close`               | closed              | closed       | closed     | closed     |
 *
 * After the last retry delay, givenUp follows instead of waiting.
 */
export class ConnectionManager {
  private phase: Phase = 'closed';
  private session: Session | undefined;
  private attempt: Attempt | undefined;
  /** The deadline while connecting, the retry delay while waiting. */
  private timer: ReturnType<typeof setTimeout> | undefined;
  private stopped = Promise.resolve();

  /** @param uptime returns milliseconds that never go back */
  constructor(
    private readonly createHubClient: HubClientFactory,
    private readonly uptime: () => number,
  ) {}

  /** Connects after the former connection is stopped. Does nothing if the manager is open. */
  open(userId: number, events: ConnectionManagerEvents): void {
    if (this.session) return;
    const session = { userId, events, retries: 0 };
    this.session = session;
    void this.stopped.then(() => {
      if (this.session !== session) return;
      this.connect(session);
      events.changed('Connecting');
    });
  }

  close(): void {
    const { session, phase } = this;
    this.session = undefined;
    this.enter('closed');
    if (!session || phase === 'closed' || phase === 'givenUp') return;
    session.events.changed('Disconnecting');
    void this.stopped.then(() => session.events.changed('Disconnected'));
  }

  /** Resolves when the connection is stopped, at most `STOP_TIMEOUT` after `close`. */
  whenStopped(): Promise<void> {
    return this.stopped;
  }

  /**
   * Ends a retry delay, and replaces a pending attempt older than `STALE_ATTEMPT`. If a younger
   * attempt fails, the next attempt follows without a delay.
   */
  retryNow(): void {
    const { attempt } = this;
    if (!attempt) this.skipDelay();
    if (!attempt || this.phase === 'connected') return;
    attempt.isRetryRequested = true;
    if (this.uptime() - attempt.since > STALE_ATTEMPT) this.end(attempt, 'replaced');
  }

  /** Replaces the connection or the pending attempt, without a delay. */
  reconnect(): void {
    const { attempt } = this;
    if (attempt) this.end(attempt, 'replaced');
    else this.skipDelay();
  }

  /** Ends the connection or the pending attempt, and retries after the usual delay. */
  drop(): void {
    if (this.attempt) this.end(this.attempt, 'dropped');
  }

  /** Returns the connected client, if any. */
  activeClient(): HubClient | undefined {
    return this.phase === 'connected' ? this.attempt?.client : undefined;
  }

  /** Starts an attempt, if none is pending. */
  private skipDelay(): void {
    const { session, phase } = this;
    if (!session || (phase !== 'waiting' && phase !== 'givenUp')) return;
    this.connect(session);
    if (phase === 'waiting') return;
    session.retries = 0;
    session.events.changed('Connecting');
  }

  private connect(session: Session): void {
    const attempt: Attempt = { session, since: this.uptime(), isRetryRequested: false };
    this.enter('connecting');
    this.attempt = attempt;
    this.timer = setTimeout(() => {
      logWarning('Connecting to the hub failed', 'timed out');
      this.end(attempt, 'timedOut');
    }, ATTEMPT_TIMEOUT);
    void this.run(attempt);
  }

  private async run(attempt: Attempt): Promise<void> {
    const { userId, events } = attempt.session;
    const isCurrent = () => this.attempt === attempt;
    try {
      const client = await this.createHubClient(userId, {
        messageReceived: (payload) => {
          if (isCurrent()) events.messageReceived(payload);
        },
        closed: () => {
          if (isCurrent()) this.end(attempt, 'closed');
        },
      });
      if (!isCurrent()) return;
      attempt.client = client;
      await client.start();
      // A start that succeeds after the end of its attempt leaves a connection that nobody owns.
      if (!isCurrent()) this.stop(client);
    } catch (error) {
      if (isCurrent()) this.fail(attempt, error);
    }
    if (!isCurrent()) return;
    clearTimeout(this.timer);
    this.phase = 'connected';
    attempt.since = this.uptime();
    events.changed('Connected');
  }

  private fail(attempt: Attempt, error: unknown): void {
    logWarning('Connecting to the hub failed', error);
    if (error instanceof TokenError) {
      this.end(attempt, 'rejected');
      attempt.session.events.rejected(error);
    } else {
      this.end(attempt, error instanceof ReplacedTokenError ? 'replaced' : 'failed');
    }
  }

  /** Ends an attempt or its connection. The reason decides when the next attempt follows. */
  private end({ session, since, isRetryRequested }: Attempt, reason: EndReason): void {
    const wasConnected = this.phase === 'connected';
    const isStable = wasConnected && this.uptime() - since >= STABLE_AFTER;
    if (isStable || isRetryRequested || reason === 'replaced') session.retries = 0;
    const delay = reason === 'rejected' ? undefined : RETRY_DELAYS[session.retries++];
    if (delay === undefined) {
      this.enter('givenUp');
      session.events.changed('Disconnected');
    } else {
      this.enter('waiting');
      this.timer = setTimeout(() => this.connect(session), delay);
      if (wasConnected) session.events.changed('Reconnecting');
    }
  }

  /** Clears the timer, stops the client and enters the next phase. */
  private enter(next: Phase): void {
    clearTimeout(this.timer);
    const client = this.attempt?.client;
    this.attempt = undefined;
    this.phase = next;
    if (client) this.stop(client);
  }

  private stop(client: HubClient): void {
    this.stopped = Promise.all([this.stopped, stopClient(client)]).then(() => undefined);
  }
}
