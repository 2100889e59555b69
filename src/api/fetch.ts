export interface TransportRequest {
  method: 'GET' | 'POST';
  url: string;
  headers: Record<string, string>;
  body?: string | FormData;
  signal: AbortSignal;
  /** Resolves when the headers arrive, with an empty text. */
  isBodyIgnored?: boolean;
  /** @param fraction of the request's body that is sent, from 0 to 1 */
  onUploadProgress?: (fraction: number) => void;
}

export interface TransportResponse {
  status: number;
  /** '' for an error. */
  text: string;
  /** Whether the request was redirected, so that the response is of another URL. */
  isRedirected?: boolean;
  /** The header `Date`, if the page can read it. An upload has none: Chromium logs an attempt. */
  date?: string | null;
}

/** Makes one HTTP request, with credentials. Rejects if no response arrives. */
export type Transport = (request: TransportRequest) => Promise<TransportResponse>;

/** Maximum size, in bytes, of a body with `keepalive`. Browsers allow 64 KB for all pending ones. */
const KEEPALIVE_LIMIT = 60 * 1024;

/** Makes a request with XMLHttpRequest, because `fetch` has no upload progress. */
const upload: Transport = ({ method, url, headers, body, signal, onUploadProgress }) =>
  new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const xhr = new XMLHttpRequest();
    const fail = () => reject(new TypeError('The request has failed.'));
    const abort = () => {
      // Chromium fires no `abort` during the last progress event.
      fail();
      xhr.abort();
    };
    xhr.open(method, url);
    xhr.withCredentials = true;
    for (const [name, value] of Object.entries(headers)) xhr.setRequestHeader(name, value);
    xhr.upload.onprogress = ({ lengthComputable, loaded, total }) => {
      if (lengthComputable) onUploadProgress?.(loaded / total);
    };
    xhr.onload = () => resolve({ status: xhr.status, text: xhr.responseText });
    xhr.onerror = fail;
    // The browser's stop button aborts too.
    xhr.onabort = fail;
    signal.addEventListener('abort', abort);
    xhr.send(body ?? null);
  });

/** Returns whether the request of this body outlives its page. Firefox can do so since version 133. */
export const outlivesPage = (body: string): boolean =>
  'keepalive' in Request.prototype && new Blob([body]).size <= KEEPALIVE_LIMIT;

/** The transport of a browser. */
export const browserTransport: Transport = async (options) => {
  if (options.onUploadProgress) return upload(options);
  const { url, method, headers, body = null, signal, isBodyIgnored = false } = options;
  // Chromium's cache would delay a request while an identical request hangs.
  const settings = { credentials: 'include', cache: 'no-store' } as const;
  const keepalive = typeof body === 'string' && outlivesPage(body);
  const response = await fetch(url, { method, headers, body, signal, keepalive, ...settings });
  const isIgnored = isBodyIgnored || !response.ok;
  // Otherwise a body that stalls would keep one of six HTTP/1.1 connections. A lost one rejects.
  if (isIgnored) response.body?.cancel().catch(() => undefined);
  return {
    status: response.status,
    text: isIgnored ? '' : await response.text(),
    isRedirected: response.redirected,
    date: response.headers.get('Date'),
  };
};
