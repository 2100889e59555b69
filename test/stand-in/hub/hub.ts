import { randomBytes } from 'node:crypto';
import type { Ledger } from '../control/ledger';
import type { Switches } from '../control/switches';
import { HttpError } from '../rest/routes';
import type { Timers } from '../timers';
import { HubConnection } from './connection';
import type { CloseOptions, Transport } from './protocol';
import type { LongPolling } from './transports';

/** A connection id that negotiate reserved, and the connection that uses the id. */
export interface ConnectionSlot {
  readonly id: string;
  readonly token: string;
  readonly customerId: number;
  connection?: HubConnection;
  polling?: LongPolling;
}

const randomId = (): string => randomBytes(16).toString('base64url');

/** The SignalR hub: its connections, and the messages delivered to them. */
export class Hub {
  /** By connection token. */
  readonly #slots = new Map<string, ConnectionSlot>();

  constructor(
    readonly switches: Switches,
    readonly ledger: Ledger,
    readonly timers: Timers,
  ) {}

  /** Reserves a connection id for a customer. */
  reserve(customerId: number): ConnectionSlot {
    const slot: ConnectionSlot = { id: randomId(), token: randomId(), customerId };
    this.#slots.set(slot.token, slot);
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

  /** Opens a connection over the transport that claimed the slot. */
  connect(slot: ConnectionSlot, transport: Transport): HubConnection {
    const connection = new HubConnection(this, slot, transport);
    slot.connection = connection;
    return connection;
  }

  /** The open connections of one customer, or of all. */
  connections(customerId?: number): HubConnection[] {
    const all = [...this.#slots.values()].flatMap(({ connection }) => connection ?? []);
    const open = all.filter((connection) => connection.isConnected);
    return open.filter((one) => customerId === undefined || one.customerId === customerId);
  }

  /** Delivers `ReceiveMessage` with any arguments to a customer's connections. */
  push(customerId: number, ...args: unknown[]): void {
    this.connections(customerId).forEach((one) => one.deliver('ReceiveMessage', args));
  }

  /** Closes every connection with a Close record. */
  close(options: CloseOptions = {}): void {
    this.connections().forEach((connection) => connection.close(options));
  }

  /** Sends raw text to every connection. */
  sendRaw(text: string): void {
    this.connections().forEach((connection) => connection.send(text));
  }

  /** Closes every connection without a Close record; only WebSockets carry the code. */
  closeSocket(code?: number): void {
    this.connections().forEach((connection) => connection.closeSocket(code));
  }

  /** Silences every open connection. */
  silence(): void {
    this.connections().forEach((connection) => connection.silence());
  }

  /** Destroys every connection's socket, also during the handshake. */
  terminate(): void {
    this.#slots.forEach(({ connection }) => connection?.terminate());
    this.#slots.clear();
  }
}
