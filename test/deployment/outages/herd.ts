import { HttpTransportType, type HubConnection } from '@microsoft/signalr';
import { setTimeout as wait } from 'node:timers/promises';
import { createConnection } from '../../support/contract/clients';
import type { Host } from '../../support/deployment/host';
import { until } from '../../support/time/until';

/** Delay after a failed attempt, in ms; a lost connection is replaced at once. */
const RETRY_DELAY = 500;
/** Timeout for all connections to be subscribed, in ms. Long, because a busy machine is slow. */
const TIMEOUT = 180_000;

/** Connections to the hub without pages. Each reconnects at once when it is lost. */
export class Herd {
  readonly #connections: HubConnection[] = [];
  readonly #ids = new Set<number>();
  /** Completed handshakes since the start. */
  #handshakes = 0;
  #isOver = false;

  private constructor(private readonly nodes: readonly Host[]) {}

  /** Connects `size` users, one after the other to each node, and waits until all are connected. */
  static async open(nodes: readonly Host[], size: number): Promise<Herd> {
    const herd = new Herd(nodes);
    for (let index = 0; index < size; index += 1) {
      const node = nodes[index % nodes.length];
      if (node) await herd.#add(node, `+994551${String(index).padStart(6, '0')}`);
    }
    await herd.untilConnected(1);
    return herd;
  }

  /** Waits until all are subscribed, after each has connected `times` times. @throws Error if not */
  async untilConnected(times: number): Promise<void> {
    const isComplete = async () => {
      const all = await Promise.all(this.nodes.map((node) => node.connections()));
      const subscribed = all.flat().filter(({ customerId }) => this.#ids.has(customerId)).length;
      return this.#handshakes >= times * this.#ids.size && subscribed >= this.#ids.size;
    };
    if (!(await until(isComplete, { timeout: TIMEOUT })))
      throw new Error(
        `${this.#handshakes} of ${times * this.#ids.size} handshakes were completed.`,
      );
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#connections.map((connection) => connection.stop()));
  }

  async #add(node: Host, phone: string): Promise<void> {
    const session = await node.signIn(phone);
    this.#ids.add(session.id);
    const connection = createConnection(node, session, HttpTransportType.WebSockets);
    this.#connections.push(connection);
    const connect = async () => {
      while (!this.#isOver) {
        const isConnected = await connection.start().then(
          () => true,
          () => false,
        );
        if (isConnected) this.#handshakes += 1;
        if (isConnected) return;
        await wait(RETRY_DELAY);
      }
    };
    connection.onclose(() => void connect());
    void connect();
  }
}
