import type { Host } from '../../support/deployment/host';
import { Operator } from '../../support/endurance/operator';

/** Writes through each node in turn. */
export class NodesOperator extends Operator {
  #count = 0;
  readonly #left = new Set<Host>();
  readonly #pending = new Map<Promise<unknown>, Host>();

  constructor(private readonly nodes: readonly Host[]) {
    super();
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

  protected override async post(customerId: number, text: string): Promise<void> {
    const usable = this.nodes.filter((node) => !this.#left.has(node));
    this.#count += 1;
    const node = usable[this.#count % usable.length];
    if (!node) throw new Error('No node is usable.');
    // The message of a failed call may be stored. The rows are compared with the database.
    const call = node.operatorSays(customerId, text).catch(() => undefined);
    this.#pending.set(call, node);
    await call;
    this.#pending.delete(call);
  }
}
