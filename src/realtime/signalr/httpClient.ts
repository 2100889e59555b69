import { HttpClient, HttpError, type HttpRequest, type HttpResponse } from '@microsoft/signalr';
import { HubRejectedError } from '../../services/hubClient';

/** Converts an `AbortSignal` to SignalR's own type of abort signal. */
function toSignalrAbortSignal(signal: AbortSignal) {
  const converted = { aborted: signal.aborted, onabort: null as (() => void) | null };
  signal.addEventListener('abort', () => converted.onabort?.());
  return converted;
}

/**
 * Wraps SignalR's HTTP client. Never sends the token to another origin. Records a 401 or 403.
 * Reports a 404 for a send, because the server then no longer knows the connection.
 */
export class HubHttpClient extends HttpClient {
  rejection: HubRejectedError | undefined;

  /**
   * @param ended aborts a pending negotiate request
   * @param onConnectionLost called when a send over server-sent events or long polling gets a 404
   */
  constructor(
    private readonly inner: HttpClient,
    private readonly host: string,
    private readonly token: string,
    private readonly ended: AbortSignal,
    private readonly onConnectionLost: () => void,
  ) {
    super();
  }

  override async send(request: HttpRequest): Promise<HttpResponse> {
    const { url = '', headers = {} } = request;
    const isNegotiate = url.includes('/negotiate?');
    // SignalR would wait for a negotiate request that hangs.
    if (isNegotiate) {
      request.abortSignal = toSignalrAbortSignal(this.ended);
    }
    // Negotiate may redirect to another host, but only with a token for that host.
    const isForeign = new URL(url, this.host).origin !== new URL(this.host).origin;
    if (isForeign && headers['Authorization'] === `Bearer ${this.token}`) {
      throw new Error('The hub redirects to another host without a token for it.');
    }
    try {
      return await this.inner.send(request);
    } catch (error) {
      const status = error instanceof HttpError ? error.statusCode : undefined;
      if (status === 401 || status === 403) this.rejection = new HubRejectedError(status);
      // SignalR itself would stay Connected.
      if (status === 404 && request.method === 'POST' && !isNegotiate) this.onConnectionLost();
      throw error;
    }
  }
}
