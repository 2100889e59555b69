import type { Host } from '../../support/deployment/host';
import { sleep } from '../../support/time/until';

/** Delay between two messages to one customer, in ms. */
const INTERVAL = 100;

/** The operator of all conversations, who writes through each node in turn. */
export class NodesOperator {
  #count = 0;
  /** The last call of each conversation. The next message waits for this call. */
  readonly #last = new Map<number, Promise<unknown>>();
  readonly #left = new Set<Host>();
  readonly #pending = new Map<Promise<unknown>, Host>();

  constructor(private readonly nodes: readonly Host[]) {}

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
  async without(node: Host, fault: (node: Host) => Promise<void>): Promise<void> {
    this.#left.add(node);
    const pending = [...this.#pending].filter(([, used]) => used === node);
    await Promise.all(pending.map(([call]) => call));
    await fault(node);
    this.#left.delete(node);
  }

  /** Runs a fault of the node that has most connections. */
  async withoutBusiest(fault: (node: Host) => Promise<void>): Promise<void> {
    const count = async (node: Host) => ({ node, size: (await node.connections()).length });
    const counted = await Promise.all(this.nodes.map(count));
    const [busiest] = counted.toSorted((a, b) => b.size - a.size);
    if (busiest) await this.without(busiest.node, fault);
  }

  async #post(customerId: number, text: string): Promise<void> {
    const usable = this.nodes.filter((node) => !this.#left.has(node));
    const node = usable[this.#count % usable.length];
    if (!node) throw new Error('No node is usable.');
    // The message of a failed call may be stored. The rows are compared with the database.
    const call = node.operatorSays(customerId, text).catch(() => undefined);
    this.#pending.set(call, node);
    await call;
    this.#pending.delete(call);
  }
}
