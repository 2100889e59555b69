import { EventEmitter } from 'node:events';
import { setImmediate } from 'node:timers';
import type { Ledger } from '../control/ledger';
import { nextFault, type HandshakeFault, type Switches } from '../control/switches';
import { OPERATOR_ID, toWire, type ChatMessage } from '../state/conversations';
import type { Timers } from '../timers';
import { HubConnection, type ConnectionServices } from './connection';
import { ConnectionSlots, type ConnectionSlot } from './connectionSlots';
import type { CloseOptions, HubTiming, Transport } from './protocol';

/** Calls all listeners together every `ms` milliseconds, as long as there are listeners. */
export class Heartbeat {
  readonly #listeners = new Set<() => void>();
  #cancel = (): void => undefined;

  constructor(
    private readonly timers: Timers,
    private readonly ms: number,
  ) {}

  /** Adds a listener. @returns a function that removes it */
  add(listener: () => void): () => void {
    if (this.#listeners.size === 0) this.#schedule();
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) this.#cancel();
    };
  }

  #schedule(): void {
    this.#cancel = this.timers.after(this.ms, () => {
      this.#schedule();
      this.#listeners.forEach((listener) => listener());
    });
  }
}

/** Maximum characters of unsent text. Longer text is sent at once. ASP.NET Core's buffer size. */
const BATCH_LIMIT = 64 * 1024;

/**
 * Sends all text that is written in one turn of the event loop as one frame, event or response.
 * ASP.NET Core's transports do so with all records that are in their buffer.
 */
function batchWrites(transport: Transport): Transport {
  let batch = '';
  const flush = (): void => {
    const text = batch;
    batch = '';
    if (text) transport.send(text);
  };
  return {
    name: transport.name,
    send: (text) => {
      if (!batch) setImmediate(flush);
      batch += text;
      if (batch.length > BATCH_LIMIT) flush();
    },
    end: (code) => {
      flush();
      transport.end(code);
    },
    terminate: () => {
      batch = '';
      transport.terminate();
    },
  };
}

interface Events {
  /** A `SendMessage` invocation; the hub does not store its message. */
  message: [customerId: number, message: ChatMessage];
  typing: [customerId: number];
  /** A customer's connection opened or closed. */
  presence: [customerId: number];
}

/** The SignalR hub: its connections, and the messages delivered to them. */
export class Hub {
  readonly events = new EventEmitter<Events>();
  readonly slots: ConnectionSlots;
  readonly #services: ConnectionServices;

  constructor(
    readonly switches: Switches,
    ledger: Ledger,
    readonly timers: Timers,
    readonly timing: HubTiming,
    private readonly backplane: Set<Hub>,
  ) {
    backplane.add(this);
    this.slots = new ConnectionSlots(timers, timing.disconnect);
    const methods = {
      sendMessage: (id: number, message: ChatMessage) => this.#onMessage(id, message),
      sendTyping: (id: number) => void this.events.emit('typing', id),
    };
    const nextHandshakeFault = (): HandshakeFault => nextFault(switches, 'handshake') ?? {};
    const onPresence = (id: number): void => void this.events.emit('presence', id);
    this.#services = {
      switches,
      ledger,
      timers,
      timing,
      heartbeat: new Heartbeat(timers, timing.heartbeat),
      methods,
      nextHandshakeFault,
      onPresence,
    };
  }

  /** The open connections of one customer, or of all. */
  connections(customerId?: number): HubConnection[] {
    const all = this.slots.connections();
    return all.filter((one) => customerId === undefined || one.customerId === customerId);
  }

  /** Opens a connection over the transport that claimed the slot. */
  connect(slot: ConnectionSlot, transport: Transport): HubConnection {
    const onClosed = (): void => {
      // With long polling the next poll still has to fetch the last records.
      if (transport.name !== 'LongPolling') this.slots.release(slot);
    };
    const connection = new HubConnection(
      slot.id,
      slot.customerId,
      batchWrites(transport),
      this.#services,
      onClosed,
    );
    slot.connection = connection;
    return connection;
  }

  /** Delivers `ReceiveMessage` with any arguments to a customer's connections on every node. */
  push(customerId: number, ...args: unknown[]): void {
    for (const { slots } of this.backplane) {
      const own = slots.connections().filter((one) => one.customerId === customerId);
      own.forEach((one) => one.deliver('ReceiveMessage', args));
    }
  }

  /** Delivers a stored message to a customer's connections on every node. */
  receiveMessage(customerId: number, message: ChatMessage): void {
    this.push(customerId, toWire(message, this.switches.timeFormat));
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
    this.slots.all().forEach((slot) => {
      slot.connection?.terminate();
      this.slots.release(slot);
    });
  }

  #onMessage(customerId: number, message: ChatMessage): void {
    this.events.emit('message', customerId, message);
    if (this.switches.echo && message.toUserId === OPERATOR_ID) {
      this.receiveMessage(customerId, message);
    }
  }
}
