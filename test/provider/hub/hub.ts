import { EventEmitter } from 'node:events';
import type { Ledger } from '../ledger';
import { OPERATOR_ID, toWire, type ChatMessage } from '../message';
import { takeFault, type HandshakeFault, type Switches } from '../switches';
import type { Timers } from '../timers';
import { HubConnection, type ConnectionServices } from './connection';
import type { CloseOptions } from './protocol';
import { Slots, type Slot } from './slots';
import type { HubTiming } from './timing';
import type { Transport } from './transport';

interface Events {
  /** A message that came over the hub, which does not store it. */
  message: [customerId: number, message: ChatMessage];
  typing: [customerId: number];
  /** Somebody came or went. */
  presence: [customerId: number];
}

/** The live channel: who is connected, and what is said to them. */
export class Hub {
  readonly events = new EventEmitter<Events>();
  readonly slots: Slots;
  readonly #services: ConnectionServices;

  constructor(
    readonly switches: Switches,
    ledger: Ledger,
    readonly timers: Timers,
    readonly timing: HubTiming,
    private readonly backplane: Set<Hub>,
  ) {
    backplane.add(this);
    this.slots = new Slots(timers, timing.disconnect);
    const methods = {
      sendMessage: (id: number, message: ChatMessage) => this.#onMessage(id, message),
      sendTyping: (id: number) => void this.events.emit('typing', id),
    };
    const takeHandshakeFault = (): HandshakeFault => takeFault(switches, 'handshake') ?? {};
    const onPresence = (id: number): void => void this.events.emit('presence', id);
    this.#services = { switches, ledger, timers, timing, methods, takeHandshakeFault, onPresence };
  }

  /** The connections that are up, of everybody or of one customer. */
  connections(customerId?: number): HubConnection[] {
    const all = this.slots.connections();
    return all.filter((one) => customerId === undefined || one.customerId === customerId);
  }

  /** Puts a connection on a transport. */
  connect(slot: Slot, transport: Transport): HubConnection {
    const isKept = transport.name === 'LongPolling';
    const onClosed = (): void => {
      // A poll still has to fetch what was said last.
      if (!isKept) this.slots.free(slot);
    };
    const connection = new HubConnection(
      slot.id,
      slot.customerId,
      transport,
      this.#services,
      onClosed,
    );
    slot.connection = connection;
    if (slot.early) connection.receive(slot.early);
    return connection;
  }

  /** Delivers a `ReceiveMessage` with any arguments to a customer's connections, on whatever node. */
  push(customerId: number, ...args: unknown[]): void {
    for (const { slots } of this.backplane) {
      const own = slots.connections().filter((one) => one.customerId === customerId);
      own.forEach((one) => one.deliver('ReceiveMessage', args));
    }
  }

  /** Delivers a stored message to a customer's connections. */
  receiveMessage(customerId: number, message: ChatMessage): void {
    this.push(customerId, toWire(message, this.switches.timeFormat));
  }

  /** Closes every connection, with a Close record. */
  close(options: CloseOptions = {}): void {
    this.connections().forEach((connection) => connection.close(options));
  }

  /** Sends text as it is to every connection. */
  sendRaw(text: string): void {
    this.connections().forEach((connection) => connection.send(text));
  }

  /** Closes every WebSocket with this code, without a Close record. */
  closeSocket(code?: number): void {
    this.connections().forEach((connection) => connection.closeSocket(code));
  }

  /** Silences every connection that is up now. */
  silence(): void {
    this.connections().forEach((connection) => connection.silence());
  }

  /** Cuts every connection's wire, also of those that are not up yet. */
  terminate(): void {
    this.slots.all().forEach((slot) => {
      slot.connection?.terminate();
      this.slots.free(slot);
    });
  }

  #onMessage(customerId: number, message: ChatMessage): void {
    this.events.emit('message', customerId, message);
    if (this.switches.echo && message.toUserId === OPERATOR_ID) {
      this.receiveMessage(customerId, message);
    }
  }
}
