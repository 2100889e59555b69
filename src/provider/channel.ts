import {
  ATTEMPT_DEADLINE,
  RETRY_DELAYS,
  STABLE_AFTER,
  STALE_ATTEMPT,
  STOP_DEADLINE,
} from '../common/constants';
import { HubRefusedError, type ConnectionState, type Hub, type HubFactory } from './hub';
import { warn } from './redact';
import { childOf, sleep } from './sleep';

export interface ChannelEvents {
  changed(state: ConnectionState): void;
  received(payload: unknown): void;
  refused(error: HubRefusedError): void;
}

/**
 * The live channel (spec 4): is told what is wanted and makes it so. One loop starts, reconnects
 * and stops, with a fresh connection for each attempt; what an old connection still says is ignored.
 */
export interface Channel {
  /** Wants the channel open for this user. Opening, closing and opening again at once opens once. */
  open(userId: number): void;
  close(): void;
  /** Resolves once nothing is connected any more; within `STOP_DEADLINE` after `close`. */
  stopped(): Promise<void>;
  /**
   * Something suggests that an attempt could succeed now: ends the present pause, and an attempt
   * that has been under way for longer than `STALE_ATTEMPT`. A younger one that fails is followed by
   * another at once.
   */
  nudge(): void;
  /** The same, and what is up or under way is not trusted but replaced. */
  renew(): void;
  /** The connection that is up, if any. */
  live(): Hub | undefined;
  listen(events: ChannelEvents): void;
}

type Ending = 'stable' | 'unstable' | 'refused';

export function createChannel(createHub: HubFactory, now: () => number): Channel {
  let events: ChannelEvents;
  let state: ConnectionState = 'Disconnected';
  let wanted: { userId: number; wish: AbortController } | undefined;
  let loop = Promise.resolve();
  let stopping = Promise.resolve();
  let current: { link: AbortController; since: number; hub?: Hub } | undefined;
  let pause: AbortController | undefined;
  /** Whether the end of what is up or under way is no reason to wait before the next attempt. */
  let isEager = false;

  /** Stops a connection, however it hangs. */
  async function stop(hub: Hub) {
    const patience = new AbortController();
    const stopped = hub.stop().catch((error: unknown) => {
      warn('Stopping the hub connection failed', error);
    });
    await Promise.race([stopped, sleep(patience.signal, STOP_DEADLINE)]);
    patience.abort();
  }

  /** Starts a connection that is stopped when `link` ends, at whatever point it then is. */
  async function start(userId: number, link: AbortController): Promise<Hub> {
    const hub = await createHub(userId, {
      received: (payload) => {
        if (!link.signal.aborted) events.received(payload);
      },
      closed: () => {
        link.abort();
      },
    });
    link.signal.throwIfAborted();
    const end = () => {
      stopping = stop(hub);
    };
    link.signal.addEventListener('abort', end);
    await hub.start();
    // A start that succeeds after its link has ended leaves a connection nobody owns.
    if (link.signal.aborted) end();
    return hub;
  }

  /** One connection from its first attempt to its end. */
  async function hold(userId: number, wish: AbortSignal): Promise<Ending> {
    const link = childOf(wish);
    isEager = false;
    current = { link, since: now() };
    const deadline = setTimeout(() => {
      console.warn('Connecting to the hub took too long; the attempt is given up.');
      link.abort();
    }, ATTEMPT_DEADLINE);
    try {
      const hub = await Promise.race([start(userId, link), sleep(link.signal)]);
      clearTimeout(deadline);
      if (!hub || link.signal.aborted) return 'unstable';
      const since = now();
      current = { link, since, hub };
      report('Connected');
      await sleep(link.signal);
      return now() - since >= STABLE_AFTER ? 'stable' : 'unstable';
    } catch (error) {
      if (!wish.aborted) warn('Connecting to the hub failed', error);
      if (!(error instanceof HubRefusedError)) return 'unstable';
      events.refused(error);
      return 'refused';
    } finally {
      clearTimeout(deadline);
      current = undefined;
      link.abort();
    }
  }

  async function rest(wish: AbortSignal, milliseconds?: number) {
    pause = childOf(wish);
    await sleep(pause.signal, milliseconds);
    pause.abort();
  }

  function report(next: ConnectionState) {
    if (next === state) return;
    state = next;
    events.changed(next);
  }

  async function supervise(userId: number, wish: AbortSignal) {
    let retries = 0;
    const isWanted = () => !wish.aborted;
    report('Connecting');
    while (isWanted()) {
      const ending = await hold(userId, wish);
      if (!isWanted()) break;
      if (ending === 'stable' || isEager) retries = 0;
      const delay = ending === 'refused' ? undefined : RETRY_DELAYS[retries++];
      if (delay === undefined) {
        report('Disconnected');
        await rest(wish);
        retries = 0;
        if (isWanted()) report('Connecting');
      } else {
        if (state === 'Connected') report('Reconnecting');
        await rest(wish, delay);
      }
    }
    if (state !== 'Disconnected') report('Disconnecting');
    await stopping;
    report('Disconnected');
  }

  function close() {
    wanted?.wish.abort();
    wanted = undefined;
  }

  return {
    open(userId) {
      if (wanted?.userId === userId) return;
      close();
      const wish = new AbortController();
      wanted = { userId, wish };
      loop = loop
        .then(() => (wish.signal.aborted ? undefined : supervise(userId, wish.signal)))
        // Whatever fails, the next chat has to open, and logout has to end.
        .catch((error: unknown) => {
          warn('The hub channel has failed', error);
        });
    },
    close,
    stopped: () => loop,
    nudge() {
      pause?.abort();
      if (!current || current.hub) return;
      isEager = true;
      if (now() - current.since > STALE_ATTEMPT) current.link.abort();
    },
    renew() {
      pause?.abort();
      isEager = true;
      current?.link.abort();
    },
    live: () => (current?.link.signal.aborted ? undefined : current?.hub),
    listen(listener) {
      events = listener;
    },
  };
}
