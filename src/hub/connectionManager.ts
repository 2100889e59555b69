import type {
  Connection,
  ConnectionManagerEvents,
  EndReason,
  OpenPeriod,
  Phase,
} from './connection';
import { stopClient, TokenError, type HubClient, type HubClientFactory } from './hubClient';
import { logWarning } from '../platform/log';
import { startStopwatch } from '../platform/timers';
import { RETRY_DELAYS } from '../contract/constants';

/** Maximum time to connect, in ms; a slower attempt ends. */
const ATTEMPT_TIMEOUT = 20_000;
/** Age of a pending attempt, in ms, above which `retryNow` replaces it. */
const STALE_ATTEMPT = 5_000;
/** Age, in ms, after which a connection is stable and the retry delays start over. */
const STABLE_AFTER = 30_000;

/**
 * Keeps one hub connection (S4), with a fresh client for each attempt. The phase after each event:
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
 *
 * After the last retry delay, givenUp follows instead of waiting.
 */
export class ConnectionManager {
  private phase: Phase = 'closed';
  private period: OpenPeriod | undefined;
  private connection: Connection | undefined;
  /** The deadline while connecting, the retry delay while waiting. */
  private timer: ReturnType<typeof setTimeout> | undefined;
  private stopped = Promise.resolve();

  constructor(private readonly createHubClient: HubClientFactory) {}

  /** Connects after the former connection is stopped. Does nothing if the manager is open. */
  open(userId: number, events: ConnectionManagerEvents): void {
    if (this.period) return;
    const period = { userId, events, retries: 0, excluded: 0, failed: 0 };
    this.period = period;
    void this.stopped.then(() => {
      if (this.period !== period) return;
      this.connect(period);
      events.changed('Connecting');
    });
  }

  close(): void {
    const { period, phase } = this;
    this.period = undefined;
    this.enter('closed');
    if (!period || phase === 'closed' || phase === 'givenUp') return;
    period.events.changed('Disconnecting');
    void this.stopped.then(() => period.events.changed('Disconnected'));
  }

  /** Ends a delay, or replaces an old attempt. If a younger one fails, the next follows at once. */
  retryNow(): void {
    const { connection } = this;
    if (!connection) this.skipDelay();
    if (!connection || this.phase === 'connected') return;
    connection.isRetryRequested = true;
    if (connection.age() > STALE_ATTEMPT) this.end(connection, 'replaced');
  }

  /** Replaces the connection or attempt, or starts one at once. Allows all transports again. */
  reconnect(): void {
    const { connection, period } = this;
    if (period) period.excluded = 0;
    if (connection) this.end(connection, 'replaced');
    else this.skipDelay();
  }

  /** Ends the connection or the pending attempt, and retries after the usual delay. */
  drop(): void {
    if (this.connection) this.end(this.connection, 'dropped');
  }

  /** Returns the connected client, if any. */
  activeClient(): HubClient | undefined {
    return this.phase === 'connected' ? this.connection?.client : undefined;
  }

  /** Starts an attempt, if none is pending. */
  private skipDelay(): void {
    const { period, phase } = this;
    if (!period || (phase !== 'waiting' && phase !== 'givenUp')) return;
    this.connect(period);
    if (phase === 'waiting') return;
    period.retries = 0;
    period.events.changed('Connecting');
  }

  private connect(period: OpenPeriod): void {
    const fresh = { age: startStopwatch(), transport: 0, isRetryRequested: false };
    const connection: Connection = { period, ...fresh };
    this.enter('connecting');
    this.connection = connection;
    this.timer = setTimeout(() => {
      logWarning('Connecting to the hub failed', 'timed out');
      this.end(connection, 'timedOut');
    }, ATTEMPT_TIMEOUT);
    void this.run(connection);
  }

  private async run(connection: Connection): Promise<void> {
    const { userId, events, excluded } = connection.period;
    const isCurrent = () => this.connection === connection;
    try {
      const client = await this.createHubClient(
        userId,
        {
          messageReceived: (payload) => isCurrent() && events.messageReceived(payload),
          closed: () => isCurrent() && this.end(connection, 'closed'),
          transportTried: (transport) => (connection.transport = transport),
        },
        excluded,
      );
      if (!isCurrent()) return;
      connection.client = client;
      await client.start();
      // A start that succeeds after the end of its attempt leaves a connection that nobody owns.
      if (!isCurrent()) this.stop(client);
    } catch (error) {
      if (isCurrent()) this.fail(connection, error);
    }
    if (!isCurrent()) return;
    clearTimeout(this.timer);
    this.phase = 'connected';
    connection.age = startStopwatch();
    events.changed('Connected');
  }

  private fail(connection: Connection, error: unknown): void {
    logWarning('Connecting to the hub failed', error);
    if (!(error instanceof TokenError)) {
      this.end(connection, 'failed');
    } else if (error.reason === 'replaced') {
      this.end(connection, 'replaced');
    } else {
      this.end(connection, 'rejected');
      connection.period.events.rejected(error.reason);
    }
  }

  private end(connection: Connection, reason: EndReason): void {
    const { period, age, transport, isRetryRequested } = connection;
    const wasConnected = this.phase === 'connected';
    // A proxy can swallow frames, or close each connection. A server that restarts closes one.
    if (wasConnected) period.failed = 0;
    else if (reason === 'failed' || reason === 'timedOut') {
      const isRepeated = reason === 'timedOut' || transport === period.failed;
      if (isRepeated) period.excluded = transport && period.excluded | transport;
      period.failed = transport;
    }
    const isStable = wasConnected && age() >= STABLE_AFTER;
    if (isStable || isRetryRequested || reason === 'replaced') period.retries = 0;
    const delay = reason === 'rejected' ? undefined : RETRY_DELAYS[period.retries++];
    if (delay === undefined) {
      this.enter('givenUp');
      period.events.changed('Disconnected');
    } else {
      this.enter('waiting');
      this.timer = setTimeout(() => this.connect(period), delay);
      if (wasConnected) period.events.changed('Reconnecting');
    }
  }

  private enter(next: Phase): void {
    clearTimeout(this.timer);
    const client = this.connection?.client;
    this.connection = undefined;
    this.phase = next;
    if (client) this.stop(client);
  }

  private stop(client: HubClient): void {
    this.stopped = Promise.all([this.stopped, stopClient(client)]).then(() => undefined);
  }
}
