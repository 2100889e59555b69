import {
  ReplacedTokenError,
  TokenError,
  type HubClient,
  type HubClientFactory,
} from '../services/hubClient';
import { logWarning } from '../services/log';
import { RETRY_DELAYS } from '../shared/constants';
import { startClient } from './clientLifecycle';
import type { ConnectionState } from './connectionSlice';
import { childOf, sleep } from './sleep';

/** Maximum time to connect, in ms; a slower attempt is aborted. */
const ATTEMPT_TIMEOUT = 20_000;
/** Age of a pending attempt, in ms, above which `retryNow` replaces it. */
const STALE_ATTEMPT = 5_000;
/** Uptime, in ms, after which a connection is stable and the retry delays start over. */
const STABLE_AFTER = 30_000;

export interface ConnectionManagerEvents {
  changed(state: ConnectionState): void;
  received(payload: unknown): void;
  served(): void;
  /** No attempt follows until `retryNow` or `reconnect`. */
  rejected(error: TokenError): void;
}

/**
 * Keeps one hub connection from `open` to `close` (S4). One loop starts, restarts and stops the
 * connection, with a fresh client for each attempt. Late events of an old client are ignored.
 */
export interface ConnectionManager {
  /** Connects for this user. Does nothing if the manager is open. */
  open(userId: number): void;
  close(): void;
  /** Resolves when the connection is stopped, at most `STOP_TIMEOUT` after `close`. */
  whenStopped(): Promise<void>;
  /**
   * Ends a retry delay, and replaces a pending attempt older than `STALE_ATTEMPT`. If a younger
   * attempt fails, the next attempt follows without a delay.
   */
  retryNow(): void;
  /** Replaces the connection or the pending attempt, without a delay. */
  reconnect(): void;
  /** Ends the connection or the pending attempt, and retries after the usual delay. */
  drop(): void;
  /** Returns the connected client, if any. */
  activeClient(): HubClient | undefined;
  subscribe(events: ConnectionManagerEvents): void;
}

type AttemptResult = 'stable' | 'unstable' | 'rejected';

/** One connection, from its start to its end. */
interface Attempt {
  controller: AbortController;
  startedAt: number;
  /** Set once connected. */
  client?: HubClient;
}

/** @param uptime returns milliseconds that never go back */
export function createConnectionManager(
  createHubClient: HubClientFactory,
  uptime: () => number,
): ConnectionManager {
  let events: ConnectionManagerEvents;
  let state: ConnectionState = 'Disconnected';
  /** Aborted by `close`. */
  let openController: AbortController | undefined;
  let loop = Promise.resolve();
  let stopping = Promise.resolve();
  let attempt: Attempt | undefined;
  let delay: AbortController | undefined;
  /** Whether the next attempt follows without a delay. */
  let skipsDelay = false;

  const start = (userId: number, controller: AbortController) =>
    startClient(createHubClient, userId, controller, events, (stopped) => {
      stopping = stopped;
    });

  /** Runs one connection from its start to its end. */
  async function runAttempt(userId: number, signal: AbortSignal): Promise<AttemptResult> {
    const controller = childOf(signal);
    skipsDelay = false;
    attempt = { controller, startedAt: uptime() };
    const deadline = setTimeout(() => {
      console.warn('Connecting to the hub has timed out.');
      controller.abort();
    }, ATTEMPT_TIMEOUT);
    try {
      const client = await Promise.race([start(userId, controller), sleep(controller.signal)]);
      clearTimeout(deadline);
      if (!client || controller.signal.aborted) return 'unstable';
      const connectedAt = uptime();
      attempt = { controller, startedAt: connectedAt, client };
      report('Connected');
      await sleep(controller.signal);
      return uptime() - connectedAt >= STABLE_AFTER ? 'stable' : 'unstable';
    } catch (error) {
      if (!signal.aborted) logWarning('Connecting to the hub failed', error);
      if (error instanceof ReplacedTokenError) skipsDelay = true;
      if (!(error instanceof TokenError)) return 'unstable';
      events.rejected(error);
      return 'rejected';
    } finally {
      clearTimeout(deadline);
      attempt = undefined;
      controller.abort();
    }
  }

  /** @param milliseconds if missing, waits for `retryNow`, `reconnect` or `close` */
  async function wait(signal: AbortSignal, milliseconds?: number) {
    delay = childOf(signal);
    await sleep(delay.signal, milliseconds);
    delay.abort();
  }

  function report(next: ConnectionState) {
    if (next === state) return;
    state = next;
    events.changed(next);
  }

  async function run(userId: number, signal: AbortSignal) {
    let retries = 0;
    const isOpen = () => !signal.aborted;
    report('Connecting');
    while (isOpen()) {
      const result = await runAttempt(userId, signal);
      if (!isOpen()) break;
      if (result === 'stable' || skipsDelay) retries = 0;
      const milliseconds = result === 'rejected' ? undefined : RETRY_DELAYS[retries++];
      if (milliseconds === undefined) {
        report('Disconnected');
        await wait(signal);
        retries = 0;
        if (isOpen()) report('Connecting');
      } else {
        if (state === 'Connected') report('Reconnecting');
        await wait(signal, milliseconds);
      }
    }
    if (state !== 'Disconnected') report('Disconnecting');
    await stopping;
    report('Disconnected');
  }

  return {
    open(userId) {
      if (openController) return;
      const { signal } = (openController = new AbortController());
      loop = loop
        .then(() => (signal.aborted ? undefined : run(userId, signal)))
        // A failure must not block the next `open` or a logout.
        .catch((error: unknown) => {
          logWarning('The connection manager has failed', error);
        });
    },
    close() {
      openController?.abort();
      openController = undefined;
    },
    whenStopped: () => loop,
    retryNow() {
      delay?.abort();
      if (!attempt || attempt.client) return;
      skipsDelay = true;
      if (uptime() - attempt.startedAt > STALE_ATTEMPT) attempt.controller.abort();
    },
    reconnect() {
      delay?.abort();
      skipsDelay = true;
      attempt?.controller.abort();
    },
    drop() {
      attempt?.controller.abort();
    },
    activeClient: () => (attempt?.controller.signal.aborted ? undefined : attempt?.client),
    subscribe(listener) {
      events = listener;
    },
  };
}
