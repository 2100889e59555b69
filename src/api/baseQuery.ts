import { createAction } from '@reduxjs/toolkit';
import type { BaseQueryFn } from '@reduxjs/toolkit/query';
import type { Services } from '../app/services';
import { API_PREFIX, REQUEST_TIMEOUT } from '../contract/constants';
import { runLater } from '../platform/timers';
import { logoutStarted } from '../session/sessionSlice';
import { checkSession } from '../session/sessionThunks';

/** Timeout, in ms, of an upload without progress. After its last byte, REQUEST_TIMEOUT applies. */
const UPLOAD_IDLE_TIMEOUT = 60_000;

interface ApiRequest {
  /** Appended to the API prefix. */
  path: string;
  /** Makes the request a POST. `FormData` is an upload with progress, another object is JSON. */
  body?: object;
  /** The user whose token the request needs; undefined for a login. */
  userId?: number;
  /**
   * Parses the body of a 2xx.
   * @param json the parsed body; null if it is empty, undefined if it is no JSON
   * @returns the data of the call; undefined if the response is not usable
   */
  parse?: (json: unknown, services: Services) => unknown;
}

/** The failure of a call: an HTTP status or a code, never a response body. */
export interface ApiError {
  status: number | string;
}

/** Returns whether nothing was stored: the provider responded with a 4xx but 408, or was not asked. */
export const isRejection = (error: ApiError | undefined): boolean =>
  /^(4(?!08)\d\d|FOREIGN_TOKEN)$/.test(String(error?.status));

/** Returns whether a firewall, a proxy or a fallback to index.html can have sent the response. */
const isPage = ({ headers }: Response): boolean =>
  /^(text\/html|application\/xhtml)/i.test(headers.get('Content-Type') ?? '');

const failure = (status: ApiError['status']) => ({ error: { status } });

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.trim() || 'null');
  } catch {
    return undefined;
  }
}

/** Upload progress in percent. Dispatched once for each whole percent. */
export const uploadProgressed = createAction<number>('api/uploadProgressed');

/** Makes a call (S7), with the Bearer token (S6). Neither token nor header reaches an action. */
export const baseQuery: BaseQueryFn<ApiRequest, unknown, ApiError> = async (
  { path, body, userId, parse },
  api,
) => {
  const { host, tokens, fetch } = api.extra as Services;
  const token = userId === undefined ? tokens.read() : tokens.readFor(userId);
  if (userId !== undefined && token === null) {
    api.dispatch(checkSession());
    return failure('FOREIGN_TOKEN');
  }

  const isUpload = body instanceof FormData;
  const timeout = new AbortController();
  const startTimer = (delay: number) => runLater(delay, () => timeout.abort());
  let cancelTimer = startTimer(isUpload ? UPLOAD_IDLE_TIMEOUT : REQUEST_TIMEOUT);
  let percent = 0;
  const onUploadProgress = (fraction: number) => {
    cancelTimer();
    // The server may scan the file for viruses after the last byte, for more than a minute.
    cancelTimer = startTimer(fraction < 1 ? UPLOAD_IDLE_TIMEOUT : REQUEST_TIMEOUT);
    const next = Math.floor(fraction * 100);
    if (next > percent) api.dispatch(uploadProgressed((percent = next)));
  };

  try {
    const response = await fetch(
      `${host}${API_PREFIX}/${path}`,
      {
        method: body ? 'POST' : 'GET',
        headers: {
          ...(body && !isUpload && { 'Content-Type': 'application/json' }),
          ...(token !== null && { Authorization: `Bearer ${token}` }),
        },
        ...(body && { body: isUpload ? body : JSON.stringify(body) }),
        signal: AbortSignal.any([api.signal, timeout.signal]),
      },
      isUpload ? onUploadProgress : undefined,
    );
    // The body is always read, because Chromium's Network panel shows an unread request as canceled.
    // The timeout aborts a body that stalls and would keep one of six HTTP/1.1 connections.
    const reading = response.text();
    void reading.catch(() => undefined).finally(() => cancelTimer());
    // Another URL has responded, often a proxy's login page. Without `parse`, nothing checks its body.
    if (!parse && response.redirected) return failure('REDIRECTED');
    if (response.ok) {
      if (!parse) return isPage(response) ? failure('UNUSABLE_RESPONSE') : { data: null };
      const data = parse(parseJson(await reading), api.extra as Services);
      return data === undefined ? failure('UNUSABLE_RESPONSE') : { data };
    }
    // The device's clock can be wrong. The provider's clock decides if its time is known.
    const time = Date.parse(response.headers.get('Date') ?? '') || Date.now();
    // Another tab may have stored a new token during the request.
    if (response.status === 401 && token === tokens.read() && tokens.hasExpired(time))
      api.dispatch(logoutStarted('expired'));
    return failure(response.status);
  } catch {
    cancelTimer();
    return failure(timeout.signal.aborted ? 'TIMEOUT_ERROR' : 'FETCH_ERROR');
  }
};
