import {
  HttpClient,
  HttpError,
  HttpResponse,
  type HttpRequest,
  type IHttpConnectionOptions,
} from '@microsoft/signalr';
import { MemoryConnection } from './memoryConnection';

/** How the hub responds to the next client. */
export interface HubBehaviour {
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
export interface Negotiation {
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
    this.negotiations.push({ at: Date.now(), url, authorization: headers?.['Authorization'] });
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
