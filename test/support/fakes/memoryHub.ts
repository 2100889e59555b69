import { HttpError, HttpResponse, type HttpRequest } from '@microsoft/signalr';

const SEPARATOR = '\u001e';

/** A record of the hub protocol. */
export type HubRecord = Record<string, unknown> & { type?: number };

/** Returns a frame with these records. */
export const frameOf = (...records: HubRecord[]): string =>
  records.map((record) => JSON.stringify(record) + SEPARATOR).join('');

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
  /** The transports in the negotiate response; WebSockets by default. */
  transports?: ('WebSockets' | 'ServerSentEvents')[];
  /** Ends an event stream while the client posts its first ping. */
  endsAtPing?: boolean;
}

/** Stands for the browser's WebSocket or EventSource, with methods that act as the server. */
export class MemoryConnection extends EventTarget {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  readyState = MemoryConnection.CONNECTING;
  onopen?: () => void;
  onmessage?: (event: { data: string }) => void;
  onclose?: (event: object) => void;
  onerror?: (event: object) => void;
  /** The client's records after its handshake. */
  readonly clientRecords: HubRecord[] = [];

  constructor(
    readonly url: string,
    private readonly behaviour: HubBehaviour,
  ) {
    super();
    void Promise.resolve().then(() => {
      if (behaviour.stall === 'connect') return;
      this.readyState = MemoryConnection.OPEN;
      this.onopen?.();
      this.dispatchEvent(new Event('open'));
    });
  }

  send(frame: string): void {
    for (const text of frame.split(SEPARATOR).slice(0, -1)) {
      const record = JSON.parse(text) as HubRecord;
      if (record.type === 6 && this.behaviour.endsAtPing) this.drop();
      if (!('protocol' in record)) this.clientRecords.push(record);
      else if (this.behaviour.stall !== 'handshake')
        this.pushRaw(this.behaviour.handshake ?? frameOf({}));
    }
  }

  close(): void {
    this.end({});
  }

  /** The connection ends without a Close record. */
  drop(): void {
    this.end({ wasClean: false, code: 1006, reason: '' });
  }

  /** The server sends a frame. */
  pushRaw(frame: string): void {
    this.onmessage?.({ data: frame });
  }

  /** The server sends records, all in one frame. */
  push(...records: HubRecord[]): void {
    this.pushRaw(frameOf(...records));
  }

  /** The server sends an event. */
  deliver(payload: unknown, target = 'ReceiveMessage'): void {
    this.push({ type: 1, target, arguments: [payload] });
  }

  private end(event: object): void {
    if (this.readyState > MemoryConnection.OPEN) return;
    this.readyState = 3;
    this.onclose?.(event);
    this.onerror?.(event);
    this.dispatchEvent(new Event('error'));
  }
}

/** A hub in memory. SignalR's real client connects to it without a network. */
export class MemoryHub {
  behaviour: HubBehaviour = {};
  readonly negotiations: HttpRequest[] = [];
  readonly connections: MemoryConnection[] = [];

  /** Overrides for `createHubClient`, which connect one client to this hub. */
  overrides() {
    const { behaviour, connections } = this;
    class HubSocket extends MemoryConnection {
      constructor(url: string) {
        super(url, behaviour);
        connections.push(this);
      }
    }
    return {
      sendRequest: (request: HttpRequest) => this.respond(request),
      WebSocket: HubSocket as unknown as typeof WebSocket,
      EventSource: HubSocket as unknown as typeof EventSource,
    };
  }

  /** The newest connection. */
  get last(): MemoryConnection {
    const last = this.connections.at(-1);
    if (!last) throw new Error('No client has connected to the hub.');
    return last;
  }

  /** Responds to a negotiate request, or to a send beside an event stream. */
  private respond(request: HttpRequest): Promise<HttpResponse> {
    const { status = 200, stall, body, transports = ['WebSockets'] } = this.behaviour;
    if (!request.url?.includes('/negotiate?')) {
      this.last.send(request.content as string);
      return Promise.resolve(new HttpResponse(200, 'OK', ''));
    }
    const signal = request.abortSignal;
    this.negotiations.push(request);
    if (stall === 'negotiate') {
      return new Promise((_, reject) => {
        if (signal) signal.onabort = () => reject(new Error('aborted'));
      });
    }
    if (status !== 200) return Promise.reject(new HttpError(body ?? 'No', status));
    const response = {
      negotiateVersion: 1,
      connectionId: 'id',
      connectionToken: 'connection',
      availableTransports: transports.map((transport) => ({
        transport,
        transferFormats: ['Text'],
      })),
    };
    return Promise.resolve(new HttpResponse(200, 'OK', body ?? JSON.stringify(response)));
  }
}
