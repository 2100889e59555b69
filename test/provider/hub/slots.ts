import { randomBytes } from 'node:crypto';
import type { Timers } from '../timers';
import type { HubConnection } from './connection';
import type { LongPolling } from './longPolling';
import type { TransportName } from './transport';

/** A place for one connection, given out by negotiate and then taken by a transport. */
export interface Slot {
  readonly id: string;
  readonly token: string;
  /** Who negotiated it, then who came to it: the token is all that it takes. */
  customerId: number;
  transport?: TransportName;
  connection?: HubConnection;
  polling?: LongPolling;
  /** What was posted before a transport was there to take it in. */
  early?: string;
}

/** The places that are given out, by the token that the client names in later requests. */
export class Slots {
  readonly #slots = new Map<string, Slot>();

  constructor(
    private readonly timers: Timers,
    private readonly claimWithin: number,
  ) {}

  /** Gives out a place; before version 1 its id was its token as well. */
  give(customerId: number, version = 1): Slot {
    const id = randomId();
    const slot: Slot = { id, token: version > 0 ? randomId() : id, customerId };
    this.#slots.set(slot.token, slot);
    this.timers.after(this.claimWithin, () => {
      if (!slot.transport) this.free(slot);
    });
    return slot;
  }

  /** The place with this token. */
  find(token: string | null): Slot {
    if (!token) throw new HubRefusal(400, 'Connection ID required');
    const slot = this.#slots.get(token);
    if (!slot) throw new HubRefusal(404, 'No Connection with that ID');
    return slot;
  }

  /** Takes a place for a customer and a transport, which stays the same for good. */
  claim(
    slot: Slot,
    customerId: number,
    transport: TransportName,
    offered: readonly TransportName[],
  ): void {
    if (!offered.includes(transport)) {
      throw new HubRefusal(404, `${transport} transport not supported by this end point type`);
    }
    const taken = slot.transport;
    if (taken && taken !== transport) {
      throw new HubRefusal(400, 'Cannot change transports mid-connection');
    }
    if (taken && transport !== 'LongPolling') throw new HubRefusal(409, '');
    slot.transport = transport;
    slot.customerId = customerId;
  }

  /** Gives a place up. */
  free(slot: Slot): void {
    this.#slots.delete(slot.token);
  }

  /** All connections whose handshake is done. */
  connections(): HubConnection[] {
    const all = [...this.#slots.values()].flatMap(({ connection }) => connection ?? []);
    return all.filter((connection) => connection.isConnected);
  }

  /** All places, for the end. */
  all(): Slot[] {
    return [...this.#slots.values()];
  }
}

/** A refusal in plain text, as the hub's own endpoint answers. */
export class HubRefusal extends Error {
  constructor(
    readonly status: number,
    readonly text: string,
  ) {
    super(text);
  }
}

const randomId = (): string => randomBytes(16).toString('base64url');
