import { sleep } from '../../support/time/until';
import type { Host } from '../../support/deployment/host';
import { Operator } from '../../support/endurance/operator';

/** Interval at which the operator reads the connections of the nodes, in ms. */
const LOOK_INTERVAL = 1_000;

/** Writes to each customer through the node that the customer is not connected to. */
export class NodesOperator extends Operator {
  /** The end and the result of each call, by text, to explain a missing row. */
  readonly calls = new Map<string, string>();
  readonly #homes = new Map<number, Host>();
  readonly #left = new Set<Host>();
  readonly #pending = new Map<Promise<unknown>, Host>();

  constructor(private readonly nodes: readonly Host[]) {
    super();
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

  /** Runs a fault of the node that has most customers. */
  async withoutBusiest(fault: (node: Host) => Promise<void>): Promise<void> {
    const homes = [...this.#homes.values()];
    const customersOf = (node: Host) => homes.filter((home) => home === node).length;
    const [node] = this.nodes.toSorted((a, b) => customersOf(b) - customersOf(a));
    if (node) await this.without(node, () => fault(node));
  }

  protected override async post(customerId: number, text: string): Promise<void> {
    const node = this.#nodeFor(customerId);
    // The message of a failed call may be stored. The rows are compared with the database.
    const call = node.control
      .operatorSays(customerId, text)
      .then(() => 'published', String)
      .then((result) => this.calls.set(text, `${text} (${new Date().toISOString()} ${result})`));
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
