import { randomBytes } from 'node:crypto';
import { HttpError } from '../rest/routes';
import type { Timers } from '../timers';
import type { HubConnection } from './connection';
import type { LongPolling } from './transports';

/** A connection id that negotiate reserved, and the connection that uses the id. */
export interface ConnectionSlot {
  readonly id: string;
  readonly token: string;
  readonly customerId: number;
  connection?: HubConnection;
  polling?: LongPolling;
}

/** The reserved connection slots, by connection token. */
export class ConnectionSlots {
  readonly #slots = new Map<string, ConnectionSlot>();

  constructor(
    private readonly timers: Timers,
    private readonly connectTimeout: number,
  ) {}

  reserve(customerId: number): ConnectionSlot {
    const slot: ConnectionSlot = { id: randomId(), token: randomId(), customerId };
    this.#slots.set(slot.token, slot);
    this.timers.after(this.connectTimeout, () => {
      if (!slot.connection) this.release(slot);
    });
    return slot;
  }

  /** @throws HttpError 404 for a missing or unknown token */
  find(token: string | null): ConnectionSlot {
    const slot = this.#slots.get(token ?? '');
    if (!slot) throw new HttpError(404);
    return slot;
  }

  release(slot: ConnectionSlot): void {
    this.#slots.delete(slot.token);
  }

  /** The connections whose handshake is done. */
  connections(): HubConnection[] {
    const all = this.all().flatMap(({ connection }) => connection ?? []);
    return all.filter((connection) => connection.isConnected);
  }

  all(): ConnectionSlot[] {
    return [...this.#slots.values()];
  }
}

const randomId = (): string => randomBytes(16).toString('base64url');
