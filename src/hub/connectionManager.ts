import { RETRY_DELAYS } from '../contract/constants';
import { runLater } from '../platform/timers';
import { Attempt, TIMED_OUT } from './attempt';
import type { ConnectionState } from './connectionSlice';
import { TokenError, type HubClient, type HubClientFactory } from './hubClient';

/** Age of a pending attempt, in ms, above which `retryNow` replaces it. */
const STALE_ATTEMPT = 5_000;
/** Age, in ms, after which a connection is stable and the retry delays start over. */
const STABLE_AFTER = 30_000;

/** The connection of a user, from `open` to `close`. */
export interface HubSession {
  userId: number;
  changed: (state: ConnectionState) => void;
  messageReceived: (payload: unknown) => void;
  /** The token is of no use, so the manager has closed the session. */
  tokenRefused: (reason: 'foreign' | 'expired') => void;
}

/** Keeps one hub connection (S4). */
export class ConnectionManager {
  private session: HubSession | undefined;
  /** The last attempt. */
  private attempt: Attempt | undefined;
  private state: ConnectionState = 'Disconnected';
  /** Ends the wait for the next attempt. */
  private wake: (() => void) | undefined;
  /** Resolves when the former sessions have ended. */
  private ended = Promise.resolve();
  /** The transports that delivered nothing, as bits of `HttpTransportType`. */
  private excludedTransports = 0;
  /** The transport of the last attempt, if it failed after the transport had opened. */
  private failedTransport = 0;

  constructor(private readonly createHubClient: HubClientFactory) {}

  /** Connects after the former session has ended. Does nothing if a session is open. */
  open(session: HubSession): void {
    if (this.session) return;
    this.session = session;
    this.ended = this.ended.then(() => this.keepConnected(session));
  }

  close(): void {
    this.session = undefined;
    this.endAttempt();
    this.wake?.();
  }

  /** Ends the connection or attempt. The next attempt follows after the usual delay. */
  endAttempt(): void {
    this.attempt?.end();
  }

  /** Ends a delay, or replaces an old attempt. If a younger one fails, the next follows at once. */
  retryNow(): void {
    if (!this.attempt || this.connectedClient()) return;
    this.attempt.restartsDelays = true;
    if (this.attempt.getAge() > STALE_ATTEMPT) this.endAttempt();
    this.wake?.();
  }

  /** Replaces the connection or attempt, or ends a delay. Allows all transports again. */
  reconnect(): void {
    this.excludedTransports = 0;
    if (this.attempt) this.attempt.restartsDelays = true;
    this.endAttempt();
    this.wake?.();
  }

  connectedClient(): HubClient | undefined {
    return this.attempt?.isOver() ? undefined : this.attempt?.connectedClient;
  }

  /** Attempts, waits for the end, decides the delay, and waits again, until the session is closed. */
  private async keepConnected(session: HubSession): Promise<void> {
    const isOpen = () => this.session === session;
    const enter = (state: ConnectionState) => {
      if (state !== this.state) session.changed((this.state = state));
    };
    /** Number of delays since they last started over. */
    let retries = 0;
    /** Number of attempts in a row that ended in a 401. */
    let rejections = 0;
    this.excludedTransports = 0;
    this.failedTransport = 0;

    while (isOpen()) {
      if (this.state === 'Disconnected') enter('Connecting');
      const attempt = new Attempt({
        ...session,
        createHubClient: this.createHubClient,
        excluded: this.excludedTransports,
        onConnected: () => enter('Connected'),
      });
      this.attempt = attempt;
      await attempt.run();
      if (!isOpen()) break;

      this.excludeTransport(attempt);
      const reason = attempt.failure instanceof TokenError ? attempt.failure.reason : undefined;
      rejections = reason === 401 ? rejections + 1 : 0;
      const isStable = attempt.connectedClient && attempt.getAge() >= STABLE_AFTER;
      if (isStable || attempt.restartsDelays || reason === 'replaced') retries = 0;
      const delay = RETRY_DELAYS[retries];
      retries = delay === undefined ? 0 : retries + 1;
      // After a whole round of 401, the key that has signed the token is gone.
      const wasRoundRejected = delay === undefined && rejections >= RETRY_DELAYS.length;
      if (reason === 'foreign' || reason === 'expired' || wasRoundRejected) {
        this.close();
        session.tokenRefused(reason === 'foreign' ? reason : 'expired');
        break;
      }
      if (delay === undefined) enter('Disconnected');
      else if (attempt.connectedClient) enter('Reconnecting');
      await this.sleep(delay);
    }
    if (this.state !== 'Disconnected') enter('Disconnecting');
    await this.attempt?.stopped;
    enter('Disconnected');
  }

  /**
   * Excludes the transport of an attempt that timed out, because a proxy can swallow frames. Excludes a
   * transport that failed twice in a row, because a proxy can close each connection; a server that
   * restarts closes only one. If that transport is long polling or none, allows all again.
   */
  private excludeTransport({ connectedClient, failure, transport }: Attempt): void {
    if (connectedClient) this.failedTransport = 0;
    if (failure === undefined) return;
    if (failure === TIMED_OUT || transport === this.failedTransport)
      this.excludedTransports = transport === 0 ? 0 : this.excludedTransports | transport;
    this.failedTransport = transport;
  }

  /** Waits for a delay in ms, or until `wake`; without a delay, only for `wake`. */
  private async sleep(delay: number | undefined): Promise<void> {
    const woken = new Promise<void>((resolve) => (this.wake = resolve));
    const cancel = delay === undefined ? undefined : runLater(delay, () => this.wake?.());
    await woken;
    cancel?.();
  }
}
