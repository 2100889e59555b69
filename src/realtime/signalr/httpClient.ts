import { HttpClient, HttpError, type HttpRequest, type HttpResponse } from '@microsoft/signalr';
import { HubRejectedError } from '../../services/hubClient';
import { sleep } from '../sleep';

/** Maximum number of redirects of one negotiate. SignalR itself follows 100. */
const MAX_REDIRECTS = 5;

/** Minimum time between two polls that deliver no message, in ms. */
const MIN_IDLE_INTERVAL = 100;

const PING = '{"type":6}\x1e';

/** Returns whether a poll's response holds no record but pings. A 204 ends the connection. */
const isIdle = ({ statusCode, content }: HttpResponse) =>
  statusCode === 200 && typeof content === 'string' && content.replaceAll(PING, '') === '';

/** Converts an `AbortSignal` to SignalR's own type of abort signal. */
function toSignalrAbortSignal(signal: AbortSignal) {
  const converted = { aborted: signal.aborted, onabort: null as (() => void) | null };
  signal.addEventListener('abort', () => converted.onabort?.());
  return converted;
}

/**
 * Wraps SignalR's HTTP client. Never sends the token to another origin. Records a 401 or 403.
 * Reports a 404 for a send, because the server then no longer knows the connection. Limits the
 * requests that a server can cause: redirects of a negotiate, and polls without a message.
 */
export class HubHttpClient extends HttpClient {
  rejection: HubRejectedError | undefined;
  private negotiations = 0;
  private idleInterval = Promise.resolve();

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
      this.negotiations += 1;
      if (this.negotiations > 1 + MAX_REDIRECTS) throw new Error('The hub redirects too often.');
    }
    // Negotiate may redirect to another host, but only with a token for that host.
    const isForeign = new URL(url, this.host).origin !== new URL(this.host).origin;
    if (isForeign && headers.Authorization === `Bearer ${this.token}`) {
      throw new Error('The hub redirects to another host without a token for it.');
    }
    try {
      const response = await this.inner.send(request);
      if (request.method === 'GET' && isIdle(response)) {
        await this.idleInterval;
        this.idleInterval = sleep(this.ended, MIN_IDLE_INTERVAL);
      }
      return response;
    } catch (error) {
      const status = error instanceof HttpError ? error.statusCode : undefined;
      if (status === 401 || status === 403) this.rejection = new HubRejectedError(status);
      // SignalR itself would stay Connected.
      if (status === 404 && request.method === 'POST' && !isNegotiate) this.onConnectionLost();
      throw error;
    }
  }
}
