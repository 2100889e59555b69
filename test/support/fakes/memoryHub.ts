import {
  HttpClient,
  HttpError,
  HttpResponse,
  HttpTransportType,
  type ITransport,
  type HttpRequest,
  type IHttpConnectionOptions,
} from '@microsoft/signalr';
import { deferred, type Deferred } from '../time/frames';

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
      .filter((record) => record.type === INVOCATION && record.target === target)
      .map((record) => record.arguments);
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

/** How the hub responds to the next client. */
interface HubBehaviour {
  /** Status of the negotiate response. 200 by default. */
  status?: number;
  /** Body of the negotiate response. */
  body?: string | undefined;
  /** The step that never completes. */
  stall?: 'negotiate' | 'connect' | 'handshake';
  /** The frame with the handshake response, and any records behind it. */
  handshake?: string;
}

/** A recorded negotiate request. */
interface Negotiation {
  /** Milliseconds since 1970. */
  at: number;
  url: string;
  authorization: string | undefined;
}

/** A hub in memory. SignalR's real client connects to it without a network. */
export class MemoryHub {
  behaviour: HubBehaviour = {};
  readonly negotiations: Negotiation[] = [];
  readonly connections: MemoryConnection[] = [];
  /** Number of stalled negotiate requests that the client aborted. */
  abortedNegotiations = 0;

  /** Overrides for `createHubClient`, which connect one client to this hub. */
  overrides(): Pick<IHttpConnectionOptions, 'transport' | 'httpClient'> {
    const negotiate = (request: HttpRequest) => this.negotiate(request);
    class MemoryHttpClient extends HttpClient {
      override send(request: HttpRequest): Promise<HttpResponse> {
        return negotiate(request);
      }
    }
    const transport = new MemoryConnection(this.behaviour, (connection) => {
      this.connections.push(connection);
    });
    return { transport, httpClient: new MemoryHttpClient() };
  }

  /** The newest connection. */
  get last(): MemoryConnection {
    const last = this.connections.at(-1);
    if (!last) throw new Error('No client has connected to the hub.');
    return last;
  }

  get openConnections(): MemoryConnection[] {
    return this.connections.filter(({ isOpen }) => isOpen);
  }

  /**
   * Times of the negotiate requests since a moment.
   * @param start milliseconds since 1970
   * @returns milliseconds after `start`
   */
  attemptsSince(start: number): number[] {
    return this.negotiations.map(({ at }) => at - start).filter((at) => at >= 0);
  }

  private negotiate({ url = '', headers, abortSignal }: HttpRequest): Promise<HttpResponse> {
    const { status = 200, stall, body } = this.behaviour;
    this.negotiations.push({ at: Date.now(), url, authorization: headers?.Authorization });
    if (stall === 'negotiate') return this.stallUntilAborted(abortSignal);
    if (status !== 200) return Promise.reject(new HttpError(body ?? 'No', status));
    const response = {
      negotiateVersion: 1,
      connectionId: 'id',
      connectionToken: 'connection',
      availableTransports: [],
    };
    return Promise.resolve(new HttpResponse(200, 'OK', body ?? JSON.stringify(response)));
  }

  private stallUntilAborted(signal: HttpRequest['abortSignal']): Promise<never> {
    return new Promise((_, reject) => {
      if (!signal) return;
      signal.onabort = () => {
        this.abortedNegotiations += 1;
        reject(new Error('Aborted'));
      };
    });
  }
}

/** A hub in memory that offers only long polling. */
export class PollingHub extends HttpClient {
  /** Bodies of the first polls: SignalR's connection test, then the handshake response. */
  private readonly bodies = ['', '{}\u001e'];
  /** The status of the responses to sends. */
  sendStatus = 200;
  private openPoll: Deferred<HttpResponse> | undefined;

  overrides() {
    return { transport: HttpTransportType.LongPolling, httpClient: this };
  }

  /** Responds to the open poll with 204, as a server that shuts down. */
  end(): void {
    this.openPoll?.resolve(new HttpResponse(204, 'No Content'));
  }

  override send({ method, url = '' }: HttpRequest): Promise<HttpResponse> {
    if (url.includes('/negotiate')) {
      const availableTransports = [{ transport: 'LongPolling', transferFormats: ['Text'] }];
      const response = { negotiateVersion: 1, connectionToken: 'polling', availableTransports };
      return Promise.resolve(new HttpResponse(200, 'OK', JSON.stringify(response)));
    }
    if (method === 'POST' && this.sendStatus >= 400) {
      return Promise.reject(new HttpError('The send has failed.', this.sendStatus));
    }
    if (method !== 'GET') return Promise.resolve(new HttpResponse(200));
    const body = this.bodies.shift();
    if (body !== undefined) return Promise.resolve(new HttpResponse(200, 'OK', body));
    this.openPoll = deferred<HttpResponse>();
    return this.openPoll.promise;
  }
}
