import { MessageType, type HubMessage } from '@microsoft/signalr';
import type { Ledger } from '../ledger';
import type { HandshakeFault } from '../switches';
import { Timers } from '../timers';
import { ConnectionNotes } from './connectionNotes';
import { answerHandshake, HANDSHAKE_CANCELED } from './handshake';
import { Invocations, type InvocationServices } from './invocations';
import * as protocol from './protocol';
import { RecordBuffer } from './recordBuffer';
import type { HubTiming } from './timing';
import type { Transport } from './transport';
import { Wire } from './wire';

/** What a connection needs of its hub. */
export interface ConnectionServices extends InvocationServices {
  readonly ledger: Ledger;
  readonly timing: HubTiming;
  takeHandshakeFault(): HandshakeFault;
  onPresence(customerId: number): void;
}

/** Long enough for a client to have started before it hears that it is closed. */
const CLOSE_SOON_MS = 5;

/** One client on the hub: handshake, then records both ways, until one side ends it. */
export class HubConnection {
  readonly #timers = new Timers();
  readonly #records = new RecordBuffer();
  readonly #wire: Wire;
  readonly #notes: ConnectionNotes;
  readonly #invocations: Invocations;
  #state: 'handshaking' | 'connected' | 'closed' = 'handshaking';
  #sawClose = false;
  #isBroken = false;

  constructor(
    readonly id: string,
    readonly customerId: number,
    transport: Transport,
    private readonly services: ConnectionServices,
    private readonly onClosed: () => void,
  ) {
    const { timing, switches, ledger } = services;
    this.#wire = new Wire(transport, switches, this.#timers, timing, () => {
      this.close(protocol.CLOSED_WITH_ERROR);
    });
    this.#notes = new ConnectionNotes(ledger, this);
    this.#invocations = new Invocations(this, this.#notes, services);
    this.#timers.after(timing.handshake, () => {
      if (this.#state === 'handshaking') this.#cancelHandshake();
    });
  }

  /** How the client is connected. */
  get transportName(): Transport['name'] {
    return this.#wire.transport.name;
  }

  /** Whether the handshake is done and the connection is up. */
  get isConnected(): boolean {
    return this.#state === 'connected';
  }

  /** Takes in what the client sent. */
  receive(text: string): void {
    if (this.#state === 'closed' || this.#isBroken || this.#wire.isMute) return;
    this.#wire.heard();
    try {
      for (const record of this.#records.take(text)) this.#handle(record);
    } catch {
      if (this.#state === 'handshaking') this.#cancelHandshake();
      else this.#broken();
    }
  }

  /** Sends text as it is, if the connection is open and not silenced. */
  send(text: string): void {
    if (this.#state !== 'closed') this.#wire.send(text);
  }

  /** Calls a method of the client. */
  deliver(target: string, args: readonly unknown[]): void {
    if (!this.isConnected) return;
    this.#notes.add('delivery', { target, arguments: args });
    this.send(protocol.invocationRecord(target, args));
  }

  /** Says goodbye with a Close record and ends the wire. */
  close(options: protocol.CloseOptions = {}): void {
    this.send(protocol.closeRecord(options));
    this.closeSocket();
  }

  /** Ends the wire without a Close record; the code is for WebSockets only. */
  closeSocket(code?: number): void {
    if (this.#closed('server')) this.#wire.transport.end(code);
  }

  /** Cuts the wire. */
  terminate(): void {
    if (this.#closed('server')) this.#wire.transport.terminate();
  }

  /** The client took its connection back with a DELETE; a waiting poll still hears of it. */
  removed(): void {
    this.send(protocol.closeRecord({ allowReconnect: true }));
    if (this.#closed('client')) this.#wire.transport.end();
  }

  /** From now on sends nothing and ignores everything, with the wire left open. */
  silence(): void {
    this.#wire.silence();
  }

  /** The wire is gone; the client's doing unless the hub ended it before. */
  lost(code?: number): void {
    this.#closed('client', code);
  }

  #handle(record: string): void {
    if (this.#state === 'handshaking') {
      this.#shakeHands(record);
      return;
    }
    if (!this.isConnected) return;
    for (const message of protocol.parseRecords(record)) this.#dispatch(message);
  }

  #dispatch(message: HubMessage): void {
    if (message.type === MessageType.Invocation) this.#invocations.add(message);
    if (message.type === MessageType.Ping) this.#wire.pinged();
    if (message.type !== MessageType.Close) return;
    this.#sawClose = true;
    this.send(protocol.closeRecord());
    if (this.#closed('client')) this.#wire.transport.end();
  }

  #shakeHands(record: string): void {
    const fault = this.services.takeHandshakeFault();
    const { say, next } = answerHandshake(record, fault);
    this.send(say);
    if (next === 'refused') this.closeSocket();
    else if (next === 'silent') this.silence();
    else if (next === 'accepted') this.#accepted(fault.close);
  }

  #accepted(close: HandshakeFault['close']): void {
    this.#state = 'connected';
    this.#wire.keepAlive();
    this.#notes.add('opened', { transport: this.transportName });
    this.services.onPresence(this.customerId);
    if (close?.sameFrame) this.closeSocket();
    else if (close) {
      this.#timers.after(close.delay ?? CLOSE_SOON_MS, () => {
        this.close(close);
      });
    }
  }

  /** The client broke the rules; what it asked for before is still carried out. */
  #broken(): void {
    this.#isBroken = true;
    void this.#invocations.done().then(() => this.close(protocol.CLOSED_WITH_ERROR));
  }

  #cancelHandshake(): void {
    this.send(HANDSHAKE_CANCELED);
    this.closeSocket();
  }

  /** Whether it was open until now. */
  #closed(by: 'client' | 'server', code?: number): boolean {
    const { isConnected } = this;
    if (this.#state === 'closed') return false;
    this.#state = 'closed';
    this.#timers.stop();
    if (isConnected) this.#notes.add('closed', { by, sawClose: this.#sawClose, code });
    this.onClosed();
    if (isConnected) this.services.onPresence(this.customerId);
    return true;
  }
}
