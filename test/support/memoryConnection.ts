import type { ITransport } from '@microsoft/signalr';
import type { Reception } from './memoryHub';

const END = '\u001e';

/** A record of the hub protocol. */
export type HubRecord = Record<string, unknown> & { type?: number };

const never = () => new Promise<never>(() => undefined);

/** One connection to a hub in memory, as SignalR's transport, with the server's end beside it. */
export class MemoryConnection implements ITransport {
  onreceive: ((data: string | ArrayBuffer) => void) | null = null;
  onclose: ((error?: Error) => void) | null = null;
  isOpen = false;
  url = '';
  /** What the client has said after its handshake. */
  readonly heard: HubRecord[] = [];
  private hasShakenHands = false;

  constructor(
    private readonly reception: Reception,
    private readonly onConnect: (connection: MemoryConnection) => void,
  ) {}

  connect(url: string): Promise<void> {
    this.url = url;
    this.onConnect(this);
    if (this.reception.stall === 'connect') return never();
    this.isOpen = true;
    return Promise.resolve();
  }

  send(data: string): Promise<void> {
    if (!this.isOpen) return Promise.reject(new Error('WebSocket is not in the OPEN state'));
    for (const record of data.split(END).slice(0, -1)) this.hear(JSON.parse(record) as HubRecord);
    return Promise.resolve();
  }

  stop(): Promise<void> {
    this.end();
    return Promise.resolve();
  }

  /** The server says something: records, all in one frame. */
  push(...records: HubRecord[]): void {
    this.pushRaw(records.map((record) => JSON.stringify(record) + END).join(''));
  }

  /** A frame that the client cannot read ends the connection, as it does on a WebSocket. */
  pushRaw(frame: string): void {
    try {
      this.onreceive?.(frame);
    } catch (error) {
      this.end(error as Error);
    }
  }

  /** The server sends an event; `ReceiveMessage` unless told otherwise. */
  receive(payload: unknown, target = 'ReceiveMessage'): void {
    this.push({ type: 1, target, arguments: [payload] });
  }

  ping(): void {
    this.push({ type: 6 });
  }

  /** The server takes its leave with a Close record. */
  close(reason: { error?: string; allowReconnect?: boolean } = {}): void {
    this.push({ type: 7, ...reason });
  }

  /** The line is cut. */
  drop(): void {
    this.end(new Error('WebSocket closed with status code: 1006 (no reason given).'));
  }

  /** Arguments of the calls of a method, in order. */
  calls(target: string): unknown[] {
    return this.heard
      .filter((record) => record.type === 1 && record['target'] === target)
      .map((record) => record['arguments']);
  }

  get pings(): number {
    return this.heard.filter(({ type }) => type === 6).length;
  }

  get sawGoodbye(): boolean {
    return this.heard.some(({ type }) => type === 7);
  }

  private hear(record: HubRecord): void {
    if (this.hasShakenHands) {
      this.heard.push(record);
      return;
    }
    this.hasShakenHands = true;
    const { stall, handshake = `{}${END}` } = this.reception;
    if (stall !== 'handshake') void Promise.resolve().then(() => this.pushRaw(handshake));
  }

  private end(error?: Error): void {
    if (!this.isOpen) return;
    this.isOpen = false;
    this.onclose?.(error);
  }
}
