import { HttpClient, HttpError, type HttpRequest, type HttpResponse } from '@microsoft/signalr';
import { HubRefusedError } from './hub';

/** SignalR's HTTP client, which keeps the token at home and remembers how the hub turned it down. */
export class HubHttpClient extends HttpClient {
  refusal: HubRefusedError | undefined;

  constructor(
    private readonly inner: HttpClient,
    private readonly host: string,
    private readonly token: string,
    private readonly ended: AbortSignal,
  ) {
    super();
  }

  override async send(request: HttpRequest): Promise<HttpResponse> {
    if (request.url?.includes('/negotiate?')) request.abortSignal = this.endable();
    // A negotiate answer may redirect elsewhere; then it has to bring a token of its own.
    const isForeign = new URL(request.url ?? '', this.host).origin !== new URL(this.host).origin;
    if (isForeign && request.headers?.['Authorization'] === `Bearer ${this.token}`) {
      throw new Error('The hub redirects to another host without a token for it.');
    }
    try {
      return await this.inner.send(request);
    } catch (error) {
      const status = error instanceof HttpError ? error.statusCode : undefined;
      if (status === 401 || status === 403) this.refusal = new HubRefusedError(status);
      throw error;
    }
  }

  /** SignalR would wait for a negotiation that hangs, and keep a connection to the host busy. */
  private endable() {
    const signal = { aborted: this.ended.aborted, onabort: null as (() => void) | null };
    this.ended.addEventListener('abort', () => signal.onabort?.());
    return signal;
  }
}
