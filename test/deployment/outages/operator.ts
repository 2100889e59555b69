import type { Program } from '../../support/build/program';
import type { Host } from '../../support/deployment/host';
import { sleep } from '../../support/time/until';

/** Delay between two messages to one customer, in ms. */
const INTERVAL = 100;

type Fault = (program: Program) => Promise<void>;

/** The operator of all conversations, who writes through each node in turn. */
export class NodesOperator {
  #count = 0;
  /** The last call of each conversation. The next message waits for this call. */
  readonly #last = new Map<number, Promise<unknown>>();
  #usable: readonly Host[];
  readonly #pending = new Set<Promise<unknown>>();

  constructor(private readonly nodes: readonly Host[]) {
    this.#usable = nodes;
  }

  /** Sends a text that no other message has. @returns the text, also if the node failed */
  async say(customerId: number): Promise<string> {
    this.#count += 1;
    const text = `${customerId} operator ${this.#count}`;
    const call = Promise.resolve(this.#last.get(customerId)).then(() =>
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

  /**
   * Runs a fault of a node, and does not call the node meanwhile. Waits for pending calls first: if
   * a node dies after storing a message and before publishing it, no client can know of it.
   */
  async without(node: Host, fault: Fault): Promise<void> {
    this.#usable = this.nodes.filter((other) => other !== node);
    await Promise.all(this.#pending);
    await fault(node.program);
    this.#usable = this.nodes;
  }

  /** Runs a fault of the node that has most connections. */
  async withoutBusiest(fault: Fault): Promise<void> {
    const connections = await Promise.all(this.nodes.map((node) => node.connections()));
    const counts = connections.map(({ length }) => length);
    const busiest = this.nodes[counts.indexOf(Math.max(...counts))];
    if (busiest) await this.without(busiest, fault);
  }

  async #post(customerId: number, text: string): Promise<void> {
    const node = this.#usable[this.#count % this.#usable.length];
    if (!node) throw new Error('No node is usable.');
    // The message of a failed call may be stored. The rows are compared with the database.
    const call = node.operatorSays(customerId, text).catch(() => undefined);
    this.#pending.add(call);
    await call;
    this.#pending.delete(call);
  }
}
