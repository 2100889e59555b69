import { createAction } from '@reduxjs/toolkit';
import type { BaseQueryFn } from '@reduxjs/toolkit/query';
import { ResponseTooLongError } from '../services/boundedFetch';
import { servicesOf } from '../services/redux';
import { belongsTo, isExpired } from '../services/tokenStore';
import type { TransportRequest } from '../services/transport';
import { API_PREFIX, REQUEST_TIMEOUT, UPLOAD_IDLE_TIMEOUT } from '../shared/constants';

export interface ApiRequest {
  /** Appended to the API prefix. */
  path: string;
  method?: 'GET' | 'POST';
  /** `FormData` is sent as multipart, any other object as JSON. */
  body?: object;
  /** The user whose token the request needs; undefined for a login. */
  userId?: number;
}

/** The failure of a call: an HTTP status or a code, never a response body. */
export interface ApiError {
  status: number | string;
  /** The provider rejected the stored token with 401, and the token's `exp` has passed. */
  isTokenExpired?: boolean;
}

export interface ApiOptions {
  /** Ignores the response body: any 2xx is a success. */
  isBodyIgnored?: boolean;
  /**
   * Dispatches `uploadProgressed` while the request's body is sent. The request times out after
   * `UPLOAD_IDLE_TIMEOUT` without progress.
   */
  reportsProgress?: boolean;
}

/** The status of a request that was not made, because the stored token is not its user's. */
export const FOREIGN_TOKEN = 'FOREIGN_TOKEN';

/** Upload progress in percent. */
export const uploadProgressed = createAction<number>('api/uploadProgressed');

type Body = Partial<Pick<TransportRequest, 'headers' | 'body'>>;

function encodeBody(body: object | undefined): Body {
  if (!body) return {};
  if (body instanceof FormData) return { body };
  return { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
}

/** Returns a callback that takes fractions and reports each whole percent at most once. */
function reportWholePercents(onPercent: (percent: number) => void) {
  let last = 0;
  return (fraction: number) => {
    const percent = Math.floor(fraction * 100);
    if (percent > last) onPercent((last = percent));
  };
}

/**
 * Returns a timeout as a signal, with functions that restart and clear it.
 * @param milliseconds time from the start or the last restart to the abort
 */
function abortAfter(milliseconds: number) {
  const controller = new AbortController();
  const start = () =>
    setTimeout(() => {
      controller.abort();
    }, milliseconds);
  let timer = start();
  const clear = () => {
    clearTimeout(timer);
  };
  const restart = () => {
    clear();
    timer = start();
  };
  return { signal: controller.signal, restart, clear };
}

/**
 * Makes one of the four calls (S7), with the token as Bearer header (S6). Returns only the response
 * text or a status, so that neither the token nor a header reaches an action.
 */
export const baseQuery: BaseQueryFn<ApiRequest, string, ApiError, ApiOptions> = async (
  { path, method = 'GET', body, userId },
  api,
  // RTK Query passes undefined for an endpoint without `extraOptions`; its type omits that.
  options: ApiOptions | undefined,
) => {
  const { isBodyIgnored = false, reportsProgress = false } = options ?? {};
  const { host, tokens, now, transport } = servicesOf(api);
  const token = tokens.read();
  if (userId !== undefined && !belongsTo(token, userId))
    return { error: { status: FOREIGN_TOKEN } };
  const encoded = encodeBody(body);
  const timeout = abortAfter(reportsProgress ? UPLOAD_IDLE_TIMEOUT : REQUEST_TIMEOUT);
  const reportPercent = reportWholePercents((percent) => api.dispatch(uploadProgressed(percent)));
  try {
    const { status, text, date } = await transport({
      method,
      url: `${host}${API_PREFIX}/${path}`,
      ...encoded,
      headers: {
        ...encoded.headers,
        ...(token !== null && { Authorization: `Bearer ${token}` }),
      },
      signal: AbortSignal.any([api.signal, timeout.signal]),
      isBodyIgnored,
      ...(reportsProgress && {
        onUploadProgress: (fraction) => {
          timeout.restart();
          reportPercent(fraction);
        },
      }),
    });
    if (status >= 200 && status < 300) return { data: text };
    // Another tab may have stored a new token during the request.
    const isCurrent = token !== null && token === tokens.read();
    // The device's clock can be wrong. The provider's clock decides if its time is known.
    const time = Date.parse(date ?? '') || now();
    const isTokenExpired = status === 401 && isCurrent && isExpired(token, time);
    return { error: { status, ...(isTokenExpired && { isTokenExpired }) } };
  } catch (error) {
    if (error instanceof ResponseTooLongError) return { error: { status: 'TOO_LONG' } };
    return { error: { status: timeout.signal.aborted ? 'TIMEOUT_ERROR' : 'FETCH_ERROR' } };
  } finally {
    timeout.clear();
  }
};
