import { MessageType, type HubMessage } from '@microsoft/signalr';
import { performance } from 'node:perf_hooks';
import type { EntryOf } from '../control/ledger';
import type { HandshakeFault } from '../control/switches';
import { Timers } from '../timers';
import type { Heartbeat } from './hub';
import { Invocations, type InvocationServices } from './invocations';
import { HANDSHAKE_CANCELED, respondToHandshake, PING_RECORD, RecordBuffer } from './protocol';
import * as protocol from './protocol';
import type { HubTiming, Transport } from './protocol';

/** A transport with keep-alive pings, the client timeout, and the `silent` fault. */
class KeepAliveTransport {
  #lastPing = performance.now();
  #lastRecord = performance.now();
  #hasClientPinged = false;
  /** Whether all data is ignored and nothing is sent. */
  isSilent = false;
  #stopHeartbeat = (): void => undefined;

  constructor(
    readonly inner: Transport,
    private readonly timing: HubTiming,
    private readonly onClientTimeout: () => void,
  ) {}

  /** Sends raw text, unless silent. */
  send(text: string): void {
    if (!this.isSilent && text !== '') this.inner.send(text);
  }

  /** Restarts the client timeout. */
  onRecord(): void {
    this.#lastRecord = performance.now();
  }

  /** Like ASP.NET Core, starts the client timeout with the client's first ping. */
  onPing(): void {
    this.#hasClientPinged = true;
  }

  startHeartbeat(heartbeat: Heartbeat): void {
    // SignalR sends no pings over long polling, in either direction.
    if (this.inner.name === 'LongPolling') return;
    this.#stopHeartbeat = heartbeat.add(() => this.#onHeartbeat());
  }

  stopHeartbeat(): void {
    this.#stopHeartbeat();
  }

  /** Like ASP.NET Core, pings a busy connection as often as an idle one. */
  #onHeartbeat(): void {
    const now = performance.now();
    if (now - this.#lastPing > this.timing.keepAlive) {
      this.#lastPing = now;
      this.send(PING_RECORD);
    }
    const isLate = this.#hasClientPinged && now - this.#lastRecord >= this.timing.clientTimeout;
    if (isLate && !this.isSilent) this.onClientTimeout();
  }
}

/** The parts of the hub that a connection uses. */
export interface ConnectionServices extends InvocationServices {
  readonly timing: HubTiming;
  readonly heartbeat: Heartbeat;
  nextHandshakeFault(): HandshakeFault;
  onPresence(customerId: number): void;
}

type ConnectionKind = 'invocation' | 'delivery' | 'opened' | 'closed';
type ConnectionDetails<K extends ConnectionKind> = Omit<
  EntryOf<K>,
  'kind' | 'at' | 'connectionId' | 'customerId'
>;

/** Delay of a Close record after the handshake, in ms, so that it has a frame of its own. */
const CLOSE_DELAY_MS = 5;

/** One client's connection to the hub: the handshake, then records in both directions. */
export class HubConnection {
  readonly #timers = new Timers();
  readonly #records = new RecordBuffer();
  readonly #transport: KeepAliveTransport;
  readonly #invocations: Invocations;
  #state: 'handshaking' | 'connected' | 'closed' = 'handshaking';
  #sawClose = false;
  #hasProtocolError = false;

  constructor(
    readonly id: string,
    readonly customerId: number,
    transport: Transport,
    private readonly services: ConnectionServices,
    private readonly onClosed: () => void,
  ) {
    const { timing } = services;
    this.#transport = new KeepAliveTransport(transport, timing, () => {
      this.close(protocol.CLOSED_WITH_ERROR);
    });
    this.#invocations = new Invocations(this, services);
    this.#timers.after(timing.handshake, () => {
      if (this.#state === 'handshaking') this.#cancelHandshake();
    });
  }

  get transportName(): Transport['name'] {
    return this.#transport.inner.name;
  }

  /** Whether the handshake is done and the connection is open. */
  get isConnected(): boolean {
    return this.#state === 'connected';
  }

  /** Appends a ledger entry with this connection's id and customer. @returns the entry */
  record<K extends ConnectionKind>(kind: K, details: ConnectionDetails<K>): EntryOf<K> {
    const { id: connectionId, customerId } = this;
    const entry = { kind, at: Date.now(), connectionId, customerId, ...details };
    return this.services.ledger.add(entry as unknown as EntryOf<K>);
  }

  /** Handles data from the client. */
  receive(text: string): void {
    if (this.#state === 'closed' || this.#hasProtocolError || this.#transport.isSilent) return;
    this.#records.add(text);
    this.#handleRecords();
  }

  /** Sends raw text, unless the connection is closed or silenced. */
  send(text: string): void {
    if (this.#state !== 'closed') this.#transport.send(text);
  }

  /** Invokes a client method. */
  deliver(target: string, args: readonly unknown[]): void {
    if (!this.isConnected) return;
    this.record('delivery', { target, arguments: args });
    this.send(protocol.invocationRecord(target, args));
  }

  /** Sends a Close record and closes the transport. */
  close(options: protocol.CloseOptions = {}): void {
    this.send(protocol.closeRecord(options));
    this.closeSocket();
  }

  /** Closes the transport without a Close record; only WebSockets carry the code. */
  closeSocket(code?: number): void {
    if (this.#markClosed('server')) this.#transport.inner.end(code);
  }

  /** Destroys the transport's socket. */
  terminate(): void {
    if (this.#markClosed('server')) this.#transport.inner.terminate();
  }

  /** Handles the client's DELETE request. A poll in flight still receives the Close record. */
  onDeleted(): void {
    this.send(protocol.closeRecord({ allowReconnect: true }));
    if (this.#markClosed('client')) this.#transport.inner.end();
  }

  /** Ignores all records and sends nothing from now on; the transport stays open. */
  silence(): void {
    this.#transport.isSilent = true;
  }

  /** Handles the end of the transport: closed by the client, unless the hub closed it before. */
  onTransportClosed(code?: number): void {
    this.#markClosed('client', code);
  }

  #handleRecords(): void {
    try {
      while (this.#canHandleRecord) {
        const record = this.#records.next();
        if (record === undefined) return;
        if (this.#state === 'handshaking') this.#handleHandshake(record);
        else this.#handleRecord(protocol.parseRecord(record));
      }
    } catch {
      if (this.#state === 'handshaking') this.#cancelHandshake();
      else this.#closeAfterInvocations();
    }
  }

  /** Like ASP.NET Core, handles no record after a Close record. */
  get #canHandleRecord(): boolean {
    return this.#state !== 'closed' && !this.#sawClose;
  }

  #handleRecord(record: HubMessage | undefined): void {
    this.#transport.onRecord();
    if (record?.type === MessageType.Invocation) this.#invocations.add(record);
    if (record?.type === MessageType.Ping) this.#transport.onPing();
    if (record?.type !== MessageType.Close) return;
    this.#sawClose = true;
    void this.#invocations.done().then(() => {
      this.send(protocol.closeRecord());
      if (this.#markClosed('client')) this.#transport.inner.end();
    });
  }

  #handleHandshake(record: string): void {
    const fault = this.services.nextHandshakeFault();
    const { response, outcome } = respondToHandshake(record, fault);
    this.send(response);
    if (outcome === 'rejected') this.closeSocket();
    else if (outcome === 'silent') this.silence();
    else if (outcome === 'accepted') this.#onConnected(fault.close);
  }

  #onConnected(close: HandshakeFault['close']): void {
    this.#state = 'connected';
    this.#transport.startHeartbeat(this.services.heartbeat);
    this.record('opened', { transport: this.transportName });
    this.services.onPresence(this.customerId);
    if (close) this.#timers.after(CLOSE_DELAY_MS, () => this.close(close));
  }

  /** Like ASP.NET Core, completes the invocations that came before a malformed record. */
  #closeAfterInvocations(): void {
    this.#hasProtocolError = true;
    void this.#invocations.done().then(() => this.close(protocol.CLOSED_WITH_ERROR));
  }

  #cancelHandshake(): void {
    this.send(HANDSHAKE_CANCELED);
    this.closeSocket();
  }

  /** @returns false if the connection was closed before */
  #markClosed(by: 'client' | 'server', code?: number): boolean {
    const { isConnected } = this;
    if (this.#state === 'closed') return false;
    this.#state = 'closed';
    this.#timers.stop();
    this.#transport.stopHeartbeat();
    if (isConnected) this.record('closed', { by, sawClose: this.#sawClose, code });
    this.onClosed();
    if (isConnected) this.services.onPresence(this.customerId);
    return true;
  }
}
