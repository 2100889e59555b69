import { MessageType, type HubMessage } from '@microsoft/signalr';
import type { Ledger } from '../ledger';
import type { HandshakeFault } from '../switches';
import { Timers } from '../timers';
import { Alarm } from './alarm';
import { ConnectionNotes } from './connectionNotes';
import { handshakeRecord, judgeHandshake } from './handshake';
import { Invocations, type InvocationServices } from './invocations';
import * as protocol from './protocol';
import { RecordBuffer } from './recordBuffer';
import type { HubTiming } from './timing';
import type { Transport } from './transport';

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
  readonly #notes: ConnectionNotes;
  readonly #invocations: Invocations;
  readonly #pings: Alarm;
  readonly #timeout: Alarm;
  #state: 'handshaking' | 'connected' | 'closed' = 'handshaking';
  #isSilent = false;
  #sawClose = false;

  constructor(
    readonly id: string,
    readonly customerId: number,
    private readonly transport: Transport,
    private readonly services: ConnectionServices,
    private readonly onClosed: () => void,
  ) {
    const { timing, switches, ledger } = services;
    this.#notes = new ConnectionNotes(ledger, this);
    this.#invocations = new Invocations(this, this.#notes, services);
    this.#pings = new Alarm(this.#timers, timing.keepAlive, () => {
      if (switches.pings) this.send(protocol.PING_RECORD);
    });
    this.#timeout = new Alarm(this.#timers, timing.clientTimeout, () => {
      if (!this.#isMute()) this.close(protocol.CLOSED_WITH_ERROR);
    });
    this.#timers.after(timing.handshake, () => {
      if (this.#state === 'handshaking') this.#refuse('Handshake was canceled.');
    });
  }

  /** How the client is connected. */
  get transportName(): Transport['name'] {
    return this.transport.name;
  }

  /** Whether the handshake is done and the connection is up. */
  get isConnected(): boolean {
    return this.#state === 'connected';
  }

  /** Takes in what the client sent. */
  receive(text: string): void {
    if (this.#state === 'closed' || this.#isMute()) return;
    this.#stayAlive(this.#timeout);
    try {
      for (const record of this.#records.take(text)) this.#handle(record);
    } catch {
      if (this.#state === 'handshaking') this.#refuse('Handshake was canceled.');
      else this.close(protocol.CLOSED_WITH_ERROR);
    }
  }

  /** Sends text as it is, if the connection is open and not silenced. */
  send(text: string): void {
    if (this.#state === 'closed' || this.#isMute()) return;
    this.#stayAlive(this.#pings);
    this.transport.send(text);
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
    this.#end(() => this.transport.end(code));
  }

  /** Cuts the wire. */
  terminate(): void {
    this.#end(() => this.transport.terminate());
  }

  /** The client took its connection back with a DELETE; a waiting poll still hears of it. */
  removed(): void {
    this.send(protocol.closeRecord({ allowReconnect: true }));
    this.#end(() => this.transport.end(), 'client');
  }

  /** From now on sends nothing and ignores everything, with the wire left open. */
  silence(): void {
    this.#isSilent = true;
  }

  /** The wire is gone; the client's doing unless the hub ended it before. */
  lost(code?: number): void {
    this.#closed('client', code);
  }

  #handle(record: string): void {
    if (this.#state === 'handshaking') this.#shakeHands(record);
    else if (this.isConnected) protocol.parseRecords(record).forEach((m) => this.#dispatch(m));
  }

  #dispatch(message: HubMessage): void {
    if (message.type === MessageType.Invocation) this.#invocations.add(message);
    if (message.type !== MessageType.Close) return;
    this.#sawClose = true;
    this.send(protocol.closeRecord());
    this.#end(() => this.transport.end(), 'client');
  }

  #shakeHands(record: string): void {
    const response = judgeHandshake(record);
    if (response.error !== undefined) return this.#refuse(response.error);
    const { reply, append = '', close } = this.services.takeHandshakeFault();
    if (reply === null) return this.silence();
    if (reply !== undefined) return this.send(reply);
    const goodbye = close?.sameFrame ? protocol.closeRecord(close) : '';
    this.send(handshakeRecord({}) + append + goodbye);
    this.#state = 'connected';
    this.#notes.add('opened', { transport: this.transportName });
    this.services.onPresence(this.customerId);
    this.#stayAlive(this.#pings, this.#timeout);
    if (close?.sameFrame) this.closeSocket();
    else if (close) this.#timers.after(close.delay ?? CLOSE_SOON_MS, () => this.close(close));
  }

  #refuse(error: string): void {
    this.send(handshakeRecord({ error }));
    this.closeSocket();
  }

  /** Long polling keeps itself alive: its client neither pings nor expects pings. */
  #stayAlive(...alarms: Alarm[]): void {
    if (this.isConnected && this.transportName !== 'LongPolling') {
      alarms.forEach((alarm) => alarm.rearm());
    }
  }

  #isMute(): boolean {
    return this.#isSilent || this.services.switches.silent;
  }

  #end(cut: () => void, by: 'client' | 'server' = 'server'): void {
    if (this.#state === 'closed') return;
    this.#closed(by);
    cut();
  }

  #closed(by: 'client' | 'server', code?: number): void {
    const { isConnected } = this;
    if (this.#state === 'closed') return;
    this.#state = 'closed';
    this.#timers.clear();
    if (isConnected) this.#notes.add('closed', { by, sawClose: this.#sawClose, code });
    this.onClosed();
    if (isConnected) this.services.onPresence(this.customerId);
  }
}
