import { randomBytes } from 'node:crypto';
import type { Timers } from '../timers';
import type { HubConnection } from './connection';
import { HubHttpError } from './transports/hubHttpError';
import type { LongPolling } from './transports/longPolling';
import type { TransportName } from './transports/transport';

/** A connection id that negotiate reserved, and the transport that claimed it. */
export interface ConnectionSlot {
  readonly id: string;
  readonly token: string;
  /** The customer who negotiated, then the one who claimed: a claim needs only the token. */
  customerId: number;
  transport?: TransportName;
  connection?: HubConnection;
  polling?: LongPolling;
  /** Data that was posted before a transport claimed the slot. */
  earlyData?: string;
}

/** The reserved connection slots, by connection token. */
export class ConnectionSlots {
  readonly #slots = new Map<string, ConnectionSlot>();

  constructor(
    private readonly timers: Timers,
    private readonly claimTimeout: number,
  ) {}

  /** Reserves a slot. In negotiate version 0 the connection id is also the token. */
  reserve(customerId: number, version = 1): ConnectionSlot {
    const id = randomId();
    const slot: ConnectionSlot = { id, token: version > 0 ? randomId() : id, customerId };
    this.#slots.set(slot.token, slot);
    this.timers.after(this.claimTimeout, () => {
      if (!slot.transport) this.release(slot);
    });
    return slot;
  }

  /** @throws HubHttpError for a missing or unknown token */
  find(token: string | null): ConnectionSlot {
    if (!token) throw new HubHttpError(400, 'Connection ID required');
    const slot = this.#slots.get(token);
    if (!slot) throw new HubHttpError(404, 'No Connection with that ID');
    return slot;
  }

  /**
   * Claims a slot for a customer and a transport.
   * @throws HubHttpError if the transport is not offered, differs from before, or is in use
   */
  claim(
    slot: ConnectionSlot,
    customerId: number,
    transport: TransportName,
    offered: readonly TransportName[],
  ): void {
    if (!offered.includes(transport)) {
      throw new HubHttpError(404, `${transport} transport not supported by this end point type`);
    }
    const current = slot.transport;
    if (current && current !== transport) {
      throw new HubHttpError(400, 'Cannot change transports mid-connection');
    }
    if (current && transport !== 'LongPolling') throw new HubHttpError(409, '');
    slot.transport = transport;
    slot.customerId = customerId;
  }

  release(slot: ConnectionSlot): void {
    this.#slots.delete(slot.token);
  }

  /** The connections whose handshake is done. */
  connections(): HubConnection[] {
    const all = [...this.#slots.values()].flatMap(({ connection }) => connection ?? []);
    return all.filter((connection) => connection.isConnected);
  }

  all(): ConnectionSlot[] {
    return [...this.#slots.values()];
  }
}

const randomId = (): string => randomBytes(16).toString('base64url');
