import { MessageType, type HubMessage } from '@microsoft/signalr';
import { setImmediate } from 'node:timers';
import type { EntryOf } from '../control/ledger';
import { nextFault, type HandshakeFault } from '../control/switches';
import { Timers } from '../timers';
import type { ConnectionSlot, Hub } from './hub';
import { runInvocation } from './invocations';
import * as protocol from './protocol';
import type { CloseOptions, Transport } from './protocol';

type ConnectionKind = 'invocation' | 'delivery' | 'opened' | 'closed';
type ConnectionDetails<K extends ConnectionKind> = Omit<
  EntryOf<K>,
  'kind' | 'at' | 'connectionId' | 'customerId'
>;

/** Delay of a Close record after the handshake, in ms, so that it has a frame of its own. */
const CLOSE_DELAY_MS = 5;
/** Interval of the pings, in ms. ASP.NET Core's default. */
const KEEP_ALIVE_MS = 15_000;

/** One client's connection to the hub: the handshake, then records in both directions. */
export class HubConnection {
  readonly customerId: number;
  readonly #timers = new Timers();
  readonly #records = new protocol.RecordBuffer();
  #state: 'handshaking' | 'connected' | 'closed' = 'handshaking';
  #isSilent = false;
  #sawClose = false;
  /** The records of this turn of the event loop, which are sent as one frame, as ASP.NET Core does. */
  #batch = '';
  #lastInvocation = Promise.resolve();

  constructor(
    private readonly hub: Hub,
    private readonly slot: ConnectionSlot,
    private readonly transport: Transport,
  ) {
    this.customerId = slot.customerId;
  }

  /** Whether the handshake is done and the connection is open. */
  get isConnected(): boolean {
    return this.#state === 'connected';
  }

  /** Handles data from the client. */
  receive(text: string): void {
    if (this.#state === 'closed' || this.#isSilent) return;
    try {
      this.#records.add(text).forEach((record) => this.#handleRecord(record));
    } catch {
      this.close(protocol.CLOSED_WITH_ERROR);
    }
  }

  /** Sends raw text, unless the connection is closed or silenced. */
  send(text: string): void {
    if (this.#state === 'closed' || this.#isSilent) return;
    if (!this.#batch) setImmediate(() => this.#flush());
    this.#batch += text;
  }

  /** Invokes a client method. */
  deliver(target: string, args: readonly unknown[]): void {
    this.#record('delivery', { target, arguments: args });
    this.send(protocol.invocationRecord(target, args));
  }

  /** Sends a Close record and closes the transport. */
  close(options: CloseOptions = {}): void {
    this.send(protocol.closeRecord(options));
    this.closeSocket();
  }

  /** Closes the transport without a Close record; only WebSockets carry the code. */
  closeSocket(code?: number): void {
    this.#end('server', code);
  }

  /** Destroys the transport's socket. */
  terminate(): void {
    this.#batch = '';
    if (this.#markClosed('server')) this.transport.terminate();
  }

  /** Handles the client's DELETE request. A poll in flight still receives the Close record. */
  onDeleted(): void {
    this.send(protocol.closeRecord({ allowReconnect: true }));
    this.#end('client');
  }

  /** Ignores all records and sends nothing from now on; the transport stays open. */
  silence(): void {
    this.#isSilent = true;
  }

  /** Handles the end of the transport: closed by the client, unless the hub closed it before. */
  onTransportClosed(): void {
    this.#markClosed('client');
  }

  #handleRecord(text: string): void {
    if (this.#state === 'handshaking') {
      this.#shakeHands();
      return;
    }
    const record = JSON.parse(text) as HubMessage;
    if (record.type === MessageType.Invocation) {
      const { target, arguments: args } = record;
      const entry = this.#record('invocation', { target, arguments: args, outcome: 'pending' });
      this.#lastInvocation = this.#lastInvocation.then(async () =>
        this.hub.ledger.amend(entry, { outcome: await runInvocation(this.hub, this, record) }),
      );
    } else if (record.type === MessageType.Close) {
      this.#sawClose = true;
      void this.#lastInvocation.then(() => {
        this.send(protocol.closeRecord());
        this.#end('client');
      });
    }
  }

  #shakeHands(): void {
    const fault: HandshakeFault = nextFault(this.hub.switches, 'handshake') ?? {};
    const { reply, close } = fault;
    if (reply === null) this.silence();
    this.send(reply ?? protocol.HANDSHAKE_RESPONSE);
    if (reply !== undefined) return;
    this.#state = 'connected';
    this.#record('opened', { transport: this.transport.name });
    // SignalR sends no pings over long polling.
    if (this.transport.name !== 'LongPolling') this.#pingLater();
    if (close) this.#timers.after(CLOSE_DELAY_MS, () => this.close(close));
  }

  #pingLater(): void {
    this.#timers.after(KEEP_ALIVE_MS, () => {
      this.send(protocol.PING_RECORD);
      this.#pingLater();
    });
  }

  #flush(): void {
    if (this.#batch) this.transport.send(this.#batch);
    this.#batch = '';
  }

  #end(by: 'client' | 'server', code?: number): void {
    if (!this.#markClosed(by)) return;
    this.#flush();
    this.transport.end(code);
  }

  /** @returns false if the connection was closed before */
  #markClosed(by: 'client' | 'server'): boolean {
    const { isConnected } = this;
    if (this.#state === 'closed') return false;
    this.#state = 'closed';
    this.#timers.stop();
    if (isConnected) this.#record('closed', { by, sawClose: this.#sawClose });
    // With long polling the next poll still has to fetch the last records.
    if (this.transport.name !== 'LongPolling') this.hub.release(this.slot);
    return true;
  }

  /** Appends a ledger entry with this connection's id and customer. @returns the entry */
  #record<K extends ConnectionKind>(kind: K, details: ConnectionDetails<K>): EntryOf<K> {
    const { customerId } = this;
    const entry = { kind, at: Date.now(), connectionId: this.slot.id, customerId, ...details };
    return this.hub.ledger.add(entry as unknown as EntryOf<K>);
  }
}
