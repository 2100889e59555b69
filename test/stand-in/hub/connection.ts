import { MessageType, type CloseMessage, type HubMessage } from '@microsoft/signalr';
import { randomBytes } from 'node:crypto';
import { nextFault, type HandshakeFault } from '../control/switches';
import type { Hub } from './hub';
import { runInvocation } from './invocations';
import { SEPARATOR, toRecord, type Transport } from './protocol';

/** Maximum record size in bytes. ASP.NET Core's default. */
const RECORD_LIMIT = 32 * 1024;

const randomId = (): string => randomBytes(16).toString('base64url');

/** One client's connection to the hub: reserved by negotiate, then opened over a transport. */
export class HubConnection {
  readonly id = randomId();
  /** Names the connection in the client's requests. */
  readonly token = randomId();
  transport: Transport | undefined;
  #state: 'handshaking' | 'connected' | 'closed' = 'handshaking';
  #isSilent = false;
  #pings: NodeJS.Timeout | undefined;

  constructor(
    private readonly hub: Hub,
    readonly customerId: number,
  ) {}

  /** Whether the handshake is done and the connection is open. */
  get isConnected(): boolean {
    return this.#state === 'connected';
  }

  /** Handles data from the client. */
  receive(text: string): void {
    if (this.#state === 'closed' || this.#isSilent) return;
    for (const record of text.split(SEPARATOR).slice(0, -1)) {
      if (Buffer.byteLength(record) < RECORD_LIMIT) this.#handleRecord(record);
      else this.close({ error: 'Connection closed with an error.', allowReconnect: true });
    }
  }

  /** Sends raw text, unless the connection is closed or silenced. */
  send(text: string): void {
    if (this.#state !== 'closed' && !this.#isSilent) this.transport?.send(text);
  }

  /** Invokes a client method. */
  deliver(target: string, args: readonly unknown[]): void {
    this.send(toRecord({ type: MessageType.Invocation, target, arguments: args }));
  }

  /** Sends a Close record and closes the transport. */
  close(options: Partial<CloseMessage> = {}): void {
    this.send(toRecord({ type: MessageType.Close, ...options }));
    if (this.#markClosed()) this.transport?.end();
  }

  /** Destroys the transport's socket. */
  terminate(): void {
    if (this.#markClosed()) this.transport?.terminate();
  }

  /** Ignores all records and sends nothing from now on; the transport stays open. */
  silence(): void {
    this.#isSilent = true;
  }

  onTransportClosed(): void {
    this.#markClosed();
  }

  #handleRecord(text: string): void {
    if (this.#state === 'handshaking') {
      this.#shakeHands();
      return;
    }
    const record = JSON.parse(text) as HubMessage;
    if (record.type === MessageType.Invocation) {
      const { target, arguments: args } = record;
      this.hub.ledger.add({ kind: 'invocation', target, arguments: args });
      runInvocation(this.hub, this, record);
    } else if (record.type === MessageType.Close) {
      this.close();
    }
  }

  #shakeHands(): void {
    const { reply }: HandshakeFault = nextFault(this.hub.switches, 'handshake') ?? {};
    if (reply === null) this.silence();
    this.send(reply ?? toRecord({}));
    if (reply !== undefined || !this.transport) return;
    this.#state = 'connected';
    const { name } = this.transport;
    this.hub.ledger.add({ kind: 'opened', transport: name });
    const ping = (): void => this.send(toRecord({ type: MessageType.Ping }));
    this.#pings = setInterval(ping, this.hub.keepAlive);
  }

  /** @returns false if the connection was closed before */
  #markClosed(): boolean {
    if (this.#state === 'closed') return false;
    this.#state = 'closed';
    clearInterval(this.#pings);
    this.hub.release(this);
    return true;
  }
}
