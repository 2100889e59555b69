import {
  AbortError,
  HttpClient,
  HttpError,
  HttpResponse,
  TimeoutError,
  type HttpRequest,
} from '@microsoft/signalr';
import { boundedFetch } from '../../api/boundedFetch';
import { TokenError } from '../hubClient';
import { REQUEST_TIMEOUT } from '../../contract/constants';
import { wait, withTimeout } from '../../platform/timers';

/** Maximum number of redirects of one negotiate. SignalR itself follows 100. */
const MAX_REDIRECTS = 5;

/** Minimum time between two polls that deliver no message, in ms. */
const MIN_IDLE_INTERVAL = 100;

const PING = '{"type":6}\x1e';

const isNegotiate = ({ url = '' }: HttpRequest) => url.includes('/negotiate?');

/** Returns whether a poll's response holds no record but pings. A 204 ends the connection. */
const isIdle = ({ statusCode, content }: HttpResponse) =>
  statusCode === 200 && typeof content === 'string' && content.replaceAll(PING, '') === '';

function toSignalrAbortSignal(signal: AbortSignal) {
  const converted = { aborted: signal.aborted, onabort: null as (() => void) | null };
  signal.addEventListener('abort', () => converted.onabort?.());
  return converted;
}

/** Makes a request. SignalR's own client limits neither the size nor the time of a body. */
export async function sendRequest(request: HttpRequest): Promise<HttpResponse> {
  const { method = 'GET', url = '', content, headers, abortSignal } = request;
  const controller = new AbortController();
  const abort = () => controller.abort(new AbortError());
  if (abortSignal) abortSignal.onabort = abort;
  if (abortSignal?.aborted) abort();
  const init: RequestInit = {
    method,
    headers: { 'X-Requested-With': 'XMLHttpRequest', ...headers },
    body: content ?? null,
    cache: 'no-store',
    credentials: request.withCredentials ? 'include' : 'same-origin',
    signal: controller.signal,
  };
  // SignalR reads the body of a negotiate response and of a poll, and ignores all others.
  const isBodyIgnored = method !== 'GET' && !isNegotiate(request);
  try {
    const { ok, status, statusText, text } = await withTimeout(
      boundedFetch(url, init, isBodyIgnored),
      request.timeout ?? REQUEST_TIMEOUT,
      () => controller.abort(new TimeoutError()),
    );
    if (!ok) throw new HttpError(statusText, status);
    return new HttpResponse(status, statusText, text);
  } finally {
    if (abortSignal) abortSignal.onabort = null;
  }
}

interface Connection {
  host: string;
  token: string;
  /** Aborts a pending negotiate request. */
  ended: AbortSignal;
  /** Called when a send over server-sent events or long polling gets a 404. */
  onLost: () => void;
}

/** Makes the HTTP requests of one connection, and limits those that a server can cause. */
export class HubHttpClient extends HttpClient {
  /** The error of a request that got a 401 or 403. */
  rejection: TokenError | undefined;
  private negotiations = 0;
  private idleInterval = Promise.resolve();

  constructor(
    private readonly connection: Connection,
    private readonly request = sendRequest,
  ) {
    super();
  }

  override async send(request: HttpRequest): Promise<HttpResponse> {
    const { host, token, ended, onLost } = this.connection;
    const { method, url = '', headers = {} } = request;
    // Negotiate may redirect to another host, but only with a token for that host.
    const isForeign = new URL(url, host).origin !== new URL(host).origin;
    if (isForeign && headers.Authorization === `Bearer ${token}`)
      throw new Error('The hub redirects to another host without a token for it.');
    const isNegotiation = isNegotiate(request);
    if (isNegotiation && ++this.negotiations > 1 + MAX_REDIRECTS)
      throw new Error('The hub redirects too often.');
    try {
      const response = await this.request({
        ...request,
        // SignalR would wait for a negotiate request that hangs.
        ...(isNegotiation && { abortSignal: toSignalrAbortSignal(ended) }),
      });
      if (method === 'GET' && isIdle(response)) {
        await this.idleInterval;
        this.idleInterval = wait(MIN_IDLE_INTERVAL);
      }
      return response;
    } catch (error) {
      const status = error instanceof HttpError ? error.statusCode : undefined;
      if (status === 401 || status === 403) this.rejection = new TokenError(status);
      // SignalR itself would stay Connected.
      if (status === 404 && method === 'POST' && !isNegotiation) onLost();
      throw error;
    }
  }
}
