import { MessageType, type HubMessage } from '@microsoft/signalr';
import type { HandshakeFault } from '../switches';
import { Timers } from '../timers';
import { handshakeRecord, judgeHandshake } from './handshake';
import { Invocations, type InvocationServices } from './invocations';
import {
  closeRecord,
  invocationRecord,
  parseRecords,
  PING_RECORD,
  type CloseOptions,
} from './protocol';
import { RecordBuffer } from './recordBuffer';
import type { HubTiming } from './timing';
import type { Transport } from './transport';

/** What a connection needs of its hub. */
export interface ConnectionServices extends InvocationServices {
  readonly timing: HubTiming;
  takeHandshakeFault(): HandshakeFault;
}

const CLOSED_WITH_ERROR: CloseOptions = {
  error: 'Connection closed with an error.',
  allowReconnect: true,
};

/** One client on the hub: handshake, then records both ways, until one side ends it. */
export class HubConnection {
  readonly #records = new RecordBuffer();
  readonly #invocations: Invocations;
  readonly #timers = new Timers();
  #state: 'handshaking' | 'connected' | 'closed' = 'handshaking';
  #isSilent = false;
  #sawClose = false;
  #rearmPing = (): void => undefined;
  #rearmTimeout = (): void => undefined;

  constructor(
    readonly id: string,
    readonly customerId: number,
    private readonly transport: Transport,
    private readonly services: ConnectionServices,
    private readonly onClosed: () => void,
  ) {
    this.#invocations = new Invocations(this, services);
    this.#timers.after(services.timing.handshake, () => {
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
    this.#rearmTimeout();
    try {
      for (const record of this.#records.take(text)) this.#handle(record);
    } catch {
      this.close(CLOSED_WITH_ERROR);
    }
  }

  /** Sends text as it is, if the connection is up and not silenced. */
  send(text: string): void {
    if (this.#state === 'closed' || this.#isMute()) return;
    this.transport.send(text);
    this.#rearmPing();
  }

  /** Calls a method of the client. */
  deliver(target: string, args: readonly unknown[]): void {
    if (this.#state !== 'connected') return;
    this.send(invocationRecord(target, args));
    const { id: connectionId, customerId } = this;
    const entry = { connectionId, customerId, target, arguments: args };
    this.services.ledger.add({ kind: 'delivery', at: Date.now(), ...entry });
  }

  /** Says goodbye with a Close record and ends the wire. */
  close(options: CloseOptions = {}): void {
    this.send(closeRecord(options));
    this.#end(() => this.transport.end());
  }

  /** Ends the wire without a Close record; the code is for WebSockets only. */
  closeSocket(code?: number): void {
    this.#end(() => this.transport.end(code));
  }

  /** Cuts the wire. */
  terminate(): void {
    this.#end(() => this.transport.terminate());
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
    else if (this.#state === 'connected') parseRecords(record).forEach((m) => this.#dispatch(m));
  }

  #dispatch(message: HubMessage): void {
    if (message.type === MessageType.Invocation) this.#invocations.add(message);
    if (message.type !== MessageType.Close) return;
    this.#sawClose = true;
    this.#end(() => this.transport.end(), 'client');
  }

  #shakeHands(record: string): void {
    const response = judgeHandshake(record);
    if (response.error !== undefined) return this.#refuse(response.error);
    const { reply = handshakeRecord({}), append = '', close } = this.services.takeHandshakeFault();
    if (reply === null) return;
    const goodbye = close && closeRecord(close);
    this.send(reply + append + (close?.sameFrame ? goodbye : ''));
    this.#connected();
    if (goodbye && !close.sameFrame) this.send(goodbye);
    if (goodbye) this.#end(() => this.transport.end());
  }

  #refuse(error: string): void {
    this.send(handshakeRecord({ error }));
    this.#end(() => this.transport.end());
  }

  #connected(): void {
    this.#state = 'connected';
    const { id: connectionId, customerId, transportName: transport } = this;
    const entry = { connectionId, customerId, transport };
    this.services.ledger.add({ kind: 'opened', at: Date.now(), ...entry });
    // Long polling keeps itself alive: its client neither pings nor expects pings.
    if (transport === 'LongPolling') return;
    const { keepAlive, clientTimeout } = this.services.timing;
    this.#rearmPing = this.#rearmable(keepAlive, () => {
      if (this.services.switches.pings) this.send(PING_RECORD);
      else this.#rearmPing();
    });
    this.#rearmTimeout = this.#rearmable(clientTimeout, () => {
      if (!this.#isMute()) this.close(CLOSED_WITH_ERROR);
    });
  }

  #rearmable(ms: number, callback: () => void): () => void {
    let takeBack = this.#timers.after(ms, callback);
    return () => {
      takeBack();
      if (this.#state === 'connected') takeBack = this.#timers.after(ms, callback);
    };
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
    if (this.#state === 'closed') return;
    const wasConnected = this.#state === 'connected';
    this.#state = 'closed';
    this.#timers.clear();
    if (wasConnected) {
      const { id: connectionId, customerId } = this;
      const entry = { connectionId, customerId, by, sawClose: this.#sawClose, code };
      this.services.ledger.add({ kind: 'closed', at: Date.now(), ...entry });
    }
    this.onClosed();
  }
}
