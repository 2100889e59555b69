import { setMaxListeners } from 'node:events';
import { RAW_TRANSPORTS, RECORD_END, type Session } from '../../support/contract/clients';
import type { Host } from '../../support/deployment/host';
import { sleep, until } from '../../support/time/until';

const HANDSHAKE = `{"protocol":"json","version":1}${RECORD_END}`;
const HANDSHAKE_RESPONSE = `{}${RECORD_END}`;
const PING = `{"type":6}${RECORD_END}`;
/** Delay between two pings, in ms; the server closes a silent connection after 30 s. */
const PING_INTERVAL = 15_000;
/** Delay after a failed attempt, in ms; a lost connection is replaced at once. */
const RETRY_DELAY = 500;
/** Timeout for all connections to be subscribed, in ms. Long, because a busy machine is slow. */
const TIMEOUT = 180_000;

/** Connections to the hub without pages. Each reconnects at once when it is lost. */
export class Herd {
  readonly #ending = new AbortController();
  /** Completed handshakes since the start. */
  #handshakes = 0;

  private constructor(
    private readonly nodes: readonly Host[],
    private readonly sessions: readonly Session[],
  ) {
    // Every connection adds a listener; Node would warn of a leak above ten.
    setMaxListeners(0, this.#ending.signal);
  }

  /** Connects `size` users, one after the other to each node, and waits until all are connected. */
  static async open(nodes: readonly Host[], size: number): Promise<Herd> {
    const sessions: Session[] = [];
    for (let index = 0; index < size; index += 1) {
      const phone = `+994551${String(index).padStart(6, '0')}`;
      const session = await nodes[index % nodes.length]?.control.signIn(phone);
      if (session) sessions.push(session);
    }
    const herd = new Herd(nodes, sessions);
    sessions.forEach((session, index) => void herd.#keepConnected(session, index));
    await herd.untilConnected(1);
    return herd;
  }

  /** Waits until all are subscribed, after each has connected `times` times. @throws Error if not */
  async untilConnected(times: number): Promise<void> {
    const ids = new Set(this.sessions.map(({ id }) => id));
    const isComplete = async () => {
      const all = await Promise.all(this.nodes.map(({ control }) => control.connections()));
      const subscribed = all.flat().filter(({ customerId }) => ids.has(customerId)).length;
      return this.#handshakes >= times * ids.size && subscribed >= ids.size;
    };
    if (!(await until(isComplete, { timeout: TIMEOUT })))
      throw new Error(`${this.#handshakes} of ${times * ids.size} handshakes were completed.`);
  }

  stop(): void {
    this.#ending.abort();
  }

  async #keepConnected(session: Session, index: number): Promise<void> {
    const { signal } = this.#ending;
    while (!signal.aborted) {
      const wasConnected = await this.#connect(session, index).catch(() => false);
      if (!wasConnected) await sleep(signal, RETRY_DELAY);
    }
  }

  /** Connects and waits for the end of the connection. @returns whether the handshake completed */
  async #connect(session: Session, index: number): Promise<boolean> {
    const node = this.nodes[index % this.nodes.length];
    if (!node) return false;
    const hub = await RAW_TRANSPORTS.WebSockets(node, session);
    const leave = () => hub.leave();
    this.#ending.signal.addEventListener('abort', leave);
    await hub.send(HANDSHAKE);
    const response = await hub.hear(HANDSHAKE_RESPONSE.length);
    this.#handshakes += Number(response === HANDSHAKE_RESPONSE);
    const pings = setInterval(() => void hub.send(PING), PING_INTERVAL);
    await hub.ended;
    clearInterval(pings);
    this.#ending.signal.removeEventListener('abort', leave);
    return response === HANDSHAKE_RESPONSE;
  }
}
