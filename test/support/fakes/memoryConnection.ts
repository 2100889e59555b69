import type { ITransport } from '@microsoft/signalr';
import type { HubBehaviour } from './memoryHub';

/** The record separator of the hub protocol. */
const SEPARATOR = '\u001e';

/** A record of the hub protocol. */
export type HubRecord = Record<string, unknown> & { type?: number };

/** Record types of the hub protocol. */
const INVOCATION = 1;
const PING = 6;
const CLOSE = 7;

const never = () => new Promise<never>(() => undefined);

/** One connection to the in-memory hub: SignalR's transport, and the methods of the server's end. */
export class MemoryConnection implements ITransport {
  onreceive: ((data: string | ArrayBuffer) => void) | null = null;
  onclose: ((error?: Error) => void) | null = null;
  isOpen = false;
  url = '';
  /** The client's records after its handshake. */
  readonly clientRecords: HubRecord[] = [];
  private isHandshakeReceived = false;

  constructor(
    private readonly behaviour: HubBehaviour,
    private readonly onConnect: (connection: MemoryConnection) => void,
  ) {}

  connect(url: string): Promise<void> {
    this.url = url;
    this.onConnect(this);
    if (this.behaviour.stall === 'connect') return never();
    this.isOpen = true;
    return Promise.resolve();
  }

  send(data: string): Promise<void> {
    if (!this.isOpen) return Promise.reject(new Error('WebSocket is not in the OPEN state'));
    for (const record of data.split(SEPARATOR).slice(0, -1)) {
      this.receive(JSON.parse(record) as HubRecord);
    }
    return Promise.resolve();
  }

  stop(): Promise<void> {
    this.end();
    return Promise.resolve();
  }

  /** The server sends records, all in one frame. */
  push(...records: HubRecord[]): void {
    this.pushRaw(records.map((record) => JSON.stringify(record) + SEPARATOR).join(''));
  }

  /** The server sends a frame. As on a WebSocket, a frame that the client cannot parse ends the connection. */
  pushRaw(frame: string): void {
    try {
      this.onreceive?.(frame);
    } catch (error) {
      this.end(error as Error);
    }
  }

  /** The server sends an event. */
  deliver(payload: unknown, target = 'ReceiveMessage'): void {
    this.push({ type: INVOCATION, target, arguments: [payload] });
  }

  ping(): void {
    this.push({ type: PING });
  }

  /** The server sends a Close record. */
  close(reason: { error?: string; allowReconnect?: boolean } = {}): void {
    this.push({ type: CLOSE, ...reason });
  }

  /** The connection ends without a Close record. */
  drop(): void {
    this.end(new Error('WebSocket closed with status code: 1006 (no reason given).'));
  }

  /** Arguments of the client's calls of a method, in order. */
  calls(target: string): unknown[] {
    return this.clientRecords
      .filter((record) => record.type === INVOCATION && record['target'] === target)
      .map((record) => record['arguments']);
  }

  /** Number of the client's pings. */
  get pings(): number {
    return this.clientRecords.filter(({ type }) => type === PING).length;
  }

  /** Whether the client has sent a Close record. */
  get isClosedByClient(): boolean {
    return this.clientRecords.some(({ type }) => type === CLOSE);
  }

  private receive(record: HubRecord): void {
    if (this.isHandshakeReceived) {
      this.clientRecords.push(record);
      return;
    }
    this.isHandshakeReceived = true;
    const { stall, handshake = `{}${SEPARATOR}` } = this.behaviour;
    if (stall !== 'handshake') void Promise.resolve().then(() => this.pushRaw(handshake));
  }

  private end(error?: Error): void {
    if (!this.isOpen) return;
    this.isOpen = false;
    this.onclose?.(error);
  }
}
