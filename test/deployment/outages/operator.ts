import { sleep } from '../../../src/realtime/sleep';
import type { Host } from '../../support/deployment/host';
import { textOf } from './texts';

/** Delay between two messages to one customer, in ms. */
const INTERVAL = 100;
/** Interval at which the operator reads the connections of the nodes, in ms. */
const LOOK_INTERVAL = 1_000;

/** The operator. Writes to each customer through the node that the customer is not connected to. */
export class Operator {
  /** The end and the result of each call, by text, to explain a missing row. */
  readonly calls = new Map<string, string>();
  readonly #counts = new Map<number, number>();
  readonly #homes = new Map<number, Host>();
  readonly #left = new Set<Host>();
  /** The last call of each conversation. The next message waits for this call. */
  readonly #last = new Map<number, Promise<unknown>>();
  readonly #pending = new Map<Promise<unknown>, Host>();

  constructor(private readonly nodes: readonly Host[]) {}

  /** Sends a message. @returns its text, also if the node or Redis failed */
  async say(customerId: number): Promise<string> {
    const count = (this.#counts.get(customerId) ?? 0) + 1;
    this.#counts.set(customerId, count);
    const text = textOf(customerId, 'operator', count);
    const call = (this.#last.get(customerId) ?? Promise.resolve()).then(() =>
      this.#post(customerId, text),
    );
    this.#last.set(customerId, call);
    await call;
    return text;
  }

  /** Writes to a customer until the signal aborts. */
  async write(customerId: number, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.say(customerId);
      await sleep(signal, INTERVAL);
    }
  }

  /** Keeps track of which customer is connected to which node, until the signal aborts. */
  async watchConnections(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      for (const node of this.#usable()) {
        const connections = await node.control.connections().catch(() => []);
        for (const { customerId } of connections) this.#homes.set(customerId, node);
      }
      await sleep(signal, LOOK_INTERVAL);
    }
  }

  /** Returns the node to which most of these customers are connected. */
  homeOfMost(customerIds: readonly number[]): Host {
    const countAt = (node: Host) => customerIds.filter((id) => this.#homes.get(id) === node).length;
    const [first] = this.nodes.toSorted((a, b) => countAt(b) - countAt(a));
    if (!first) throw new Error('There is no node.');
    return first;
  }

  /**
   * Runs a fault of a node, and does not call the node meanwhile. Waits for pending calls first: if
   * a node dies after storing a message and before publishing it, no client can know of it.
   */
  async without(node: Host, fault: () => Promise<void>): Promise<void> {
    this.#left.add(node);
    const pending = [...this.#pending].filter(([, used]) => used === node);
    await Promise.all(pending.map(([call]) => call));
    await fault();
    this.#left.delete(node);
  }

  async #post(customerId: number, text: string): Promise<void> {
    const node = this.#nodeFor(customerId);
    // The message of a failed call may be stored. The rows are compared with the database.
    const call = node.control
      .operatorSays(customerId, text)
      .then(() => 'published', String)
      .then((result) => this.calls.set(text, `${new Date().toISOString()} ${result}`));
    this.#pending.set(call, node);
    await call;
    this.#pending.delete(call);
  }

  #usable(): Host[] {
    return this.nodes.filter((node) => !this.#left.has(node));
  }

  #nodeFor(customerId: number): Host {
    const usable = this.#usable();
    const node = usable.find((one) => one !== this.#homes.get(customerId)) ?? usable[0];
    if (!node) throw new Error('No node is usable.');
    return node;
  }
}
