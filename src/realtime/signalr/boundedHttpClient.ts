import {
  AbortError,
  HttpClient,
  HttpError,
  HttpResponse,
  TimeoutError,
  type HttpRequest,
} from '@microsoft/signalr';
import { boundedFetch } from '../../services/boundedFetch';
import { REQUEST_TIMEOUT } from '../../shared/constants';

/** SignalR reads the body of a negotiate response and of a poll, and ignores all others. */
const isBodyRead = ({ method, url = '' }: HttpRequest) =>
  method === 'GET' || url.includes('/negotiate?');

/**
 * Makes SignalR's HTTP requests for the JSON protocol. SignalR's own client reads a body without a
 * limit, and its timeout and abort signal have no effect once the headers have arrived.
 */
export class BoundedHttpClient extends HttpClient {
  override async send(request: HttpRequest): Promise<HttpResponse> {
    const { method = 'GET', url = '', content, headers, abortSignal } = request;
    const controller = new AbortController();
    const timer = setTimeout(() => {
      controller.abort(new TimeoutError());
    }, request.timeout ?? REQUEST_TIMEOUT);
    const abort = () => {
      controller.abort(new AbortError());
    };
    if (abortSignal) abortSignal.onabort = abort;
    if (abortSignal?.aborted) abort();
    const init: RequestInit = {
      method,
      headers: {
        'X-Requested-With': 'XMLHttpRequest',
        ...headers,
      },
      body: content ?? null,
      cache: 'no-store',
      credentials: request.withCredentials ? 'include' : 'same-origin',
      signal: controller.signal,
    };
    try {
      const isBodyIgnored = !isBodyRead(request);
      const { ok, status, statusText, text } = await boundedFetch(url, init, isBodyIgnored);
      if (!ok) throw new HttpError(statusText, status);
      return new HttpResponse(status, statusText, text);
    } finally {
      clearTimeout(timer);
      if (abortSignal) abortSignal.onabort = null;
    }
  }
}
