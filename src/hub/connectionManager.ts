import { excludeTransport } from './excludeTransport';
import {
  type Connection,
  type ConnectionManagerEvents,
  type EndReason,
  type ManagerSession,
  takeRetryDelay,
  type Phase,
} from './retryPolicy';
import { stopClient, TokenError, type HubClient, type HubClientFactory } from './hubClient';
import { logWarning } from '../platform/log';
import { startStopwatch } from '../platform/timers';

/** Maximum time to connect, in ms; a slower attempt ends. */
const ATTEMPT_TIMEOUT = 20_000;
/** Age of a pending attempt, in ms, above which `retryNow` replaces it. */
const STALE_ATTEMPT = 5_000;

/**
 * Keeps one hub connection (S4), with a fresh client for each attempt. `Phase` has the table of the
 * events and phases.
 */
export class ConnectionManager {
  private phase: Phase = 'closed';
  private session: ManagerSession | undefined;
  private connection: Connection | undefined;
  /** The deadline while connecting, the retry delay while waiting. */
  private timer: ReturnType<typeof setTimeout> | undefined;
  private stopped = Promise.resolve();

  constructor(private readonly createHubClient: HubClientFactory) {}

  /** Connects after the former connection is stopped. Does nothing if the manager is open. */
  open(userId: number, events: ConnectionManagerEvents): void {
    if (this.session) return;
    const session = { userId, events, retries: 0, excludedTransports: 0, failedTransport: 0 };
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
    const { connection, session } = this;
    if (session) session.excludedTransports = 0;
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
    const { session, phase } = this;
    if (!session || (phase !== 'waiting' && phase !== 'givenUp')) return;
    this.connect(session);
    if (phase === 'waiting') return;
    session.retries = 0;
    session.events.changed('Connecting');
  }

  private connect(session: ManagerSession): void {
    const connection = { session, age: startStopwatch(), transport: 0, isRetryRequested: false };
    this.enter('connecting');
    this.connection = connection;
    this.timer = setTimeout(() => {
      logWarning('Connecting to the hub failed', 'timed out');
      this.end(connection, 'timedOut');
    }, ATTEMPT_TIMEOUT);
    void this.run(connection);
  }

  private async run(connection: Connection): Promise<void> {
    const { userId, events, excludedTransports } = connection.session;
    const isCurrent = () => this.connection === connection;
    try {
      const client = await this.createHubClient(
        userId,
        {
          messageReceived: (payload) => isCurrent() && events.messageReceived(payload),
          closed: () => isCurrent() && this.end(connection, 'closed'),
          transportTried: (transport) => (connection.transport = transport),
        },
        excludedTransports,
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
    const tokenReason = error instanceof TokenError ? error.reason : undefined;
    if (tokenReason === undefined) this.end(connection, 'failed');
    else this.end(connection, tokenReason === 'replaced' ? 'replaced' : 'rejected');
    if (tokenReason && tokenReason !== 'replaced') connection.session.events.rejected(tokenReason);
  }

  private end(connection: Connection, reason: EndReason): void {
    const { session } = connection;
    const wasConnected = this.phase === 'connected';
    if (wasConnected) session.failedTransport = 0;
    else excludeTransport(connection, reason);
    const delay = takeRetryDelay(connection, reason, wasConnected);
    if (delay === undefined) {
      this.enter('givenUp');
      session.events.changed('Disconnected');
    } else {
      this.enter('waiting');
      this.timer = setTimeout(() => this.connect(session), delay);
      if (wasConnected) session.events.changed('Reconnecting');
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
