import {
  HttpClient,
  HttpError,
  HttpResponse,
  HttpTransportType,
  type HttpRequest,
} from '@microsoft/signalr';
import { deferred, type Deferred } from '../time/deferred';

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
