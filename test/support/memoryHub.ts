import {
  HttpClient,
  HttpError,
  HttpResponse,
  type HttpRequest,
  type IHttpConnectionOptions,
} from '@microsoft/signalr';
import { MemoryConnection } from './memoryConnection';

/** How the hub takes whoever connects next. */
export interface Reception {
  /** Negotiate answers with this status and body instead of 200. */
  status?: number;
  body?: string | undefined;
  /** Where connecting comes to a halt. */
  stall?: 'negotiate' | 'connect' | 'handshake';
  /** The answer to the handshake, and what stands behind it in the same frame. */
  handshake?: string;
}

export interface Negotiation {
  at: number;
  url: string;
  authorization: string | undefined;
}

/** A hub in memory: SignalR's real client connects to it without a network. */
export class MemoryHub {
  reception: Reception = {};
  readonly negotiations: Negotiation[] = [];
  readonly connections: MemoryConnection[] = [];
  /** Negotiations that came to a halt and were cut off by the client. */
  cutOff = 0;

  /** What `createHub` needs to connect here. */
  overrides(): Pick<IHttpConnectionOptions, 'transport' | 'httpClient'> {
    const negotiate = (request: HttpRequest) => this.negotiate(request);
    class MemoryHttp extends HttpClient {
      override send(request: HttpRequest): Promise<HttpResponse> {
        return negotiate(request);
      }
    }
    const transport = new MemoryConnection(this.reception, (connection) => {
      this.connections.push(connection);
    });
    return { transport, httpClient: new MemoryHttp() };
  }

  /** The connection that was made last. */
  get last(): MemoryConnection {
    const last = this.connections.at(-1);
    if (!last) throw new Error('Nobody has connected to the hub.');
    return last;
  }

  get open(): MemoryConnection[] {
    return this.connections.filter(({ isOpen }) => isOpen);
  }

  /** When negotiate was called, counted from a moment. */
  attemptsSince(start: number): number[] {
    return this.negotiations.map(({ at }) => at - start).filter((at) => at >= 0);
  }

  private negotiate({ url = '', headers, abortSignal }: HttpRequest): Promise<HttpResponse> {
    const { status = 200, stall, body } = this.reception;
    this.negotiations.push({ at: Date.now(), url, authorization: headers?.['Authorization'] });
    if (stall === 'negotiate') return this.halt(abortSignal);
    if (status !== 200) return Promise.reject(new HttpError(body ?? 'No', status));
    const answer = { negotiateVersion: 1, connectionId: 'id', connectionToken: 'connection' };
    return Promise.resolve(
      new HttpResponse(200, 'OK', body ?? JSON.stringify({ ...answer, availableTransports: [] })),
    );
  }

  /** Never answers, like a real client's request: until its signal ends it. */
  private halt(signal: HttpRequest['abortSignal']): Promise<never> {
    return new Promise((_, reject) => {
      if (!signal) return;
      signal.onabort = () => {
        this.cutOff += 1;
        reject(new Error('Aborted'));
      };
    });
  }
}
