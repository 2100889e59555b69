import { HttpClient, HttpResponse, HttpTransportType, type HttpRequest } from '@microsoft/signalr';
import { deferred, type Deferred } from './deferred';

/** A hub in memory that offers nothing but long polling: what the client polls, the test answers. */
export class PollingHub extends HttpClient {
  private readonly records = ['', '{}\u001e'];
  private waiting: Deferred<HttpResponse> | undefined;

  overrides() {
    return { transport: HttpTransportType.LongPolling, httpClient: this };
  }

  /** The poll that is open ends as a server ends it that is going away. */
  end(): void {
    this.waiting?.resolve(new HttpResponse(204, 'No Content'));
  }

  override send({ method, url = '' }: HttpRequest): Promise<HttpResponse> {
    if (url.includes('/negotiate')) {
      const availableTransports = [{ transport: 'LongPolling', transferFormats: ['Text'] }];
      const answer = { negotiateVersion: 1, connectionToken: 'polling', availableTransports };
      return Promise.resolve(new HttpResponse(200, 'OK', JSON.stringify(answer)));
    }
    if (method !== 'GET') return Promise.resolve(new HttpResponse(200));
    const record = this.records.shift();
    if (record !== undefined) return Promise.resolve(new HttpResponse(200, 'OK', record));
    this.waiting = deferred<HttpResponse>();
    return this.waiting.promise;
  }
}
