/** `fetch` with upload progress, a fraction from 0 to 1. Rejects if no response arrives. */
export type Fetch = (
  url: string,
  init: RequestInit & { headers: Record<string, string>; signal: AbortSignal },
  onUploadProgress?: (fraction: number) => void,
) => Promise<Response>;

/** Maximum size, in bytes, of a body with `keepalive`. Browsers allow 64 KB for all pending ones. */
const KEEPALIVE_LIMIT = 60 * 1024;

/** Uses XMLHttpRequest, because `fetch` has no upload progress. */
const postWithProgress: Fetch = async (url, { headers, body, signal }, onUploadProgress) => {
  signal.throwIfAborted();
  const xhr = new XMLHttpRequest();
  xhr.open('POST', url);
  xhr.withCredentials = true;
  // JSON is UTF-8, whatever charset the response declares.
  xhr.overrideMimeType('application/json; charset=utf-8');
  for (const [name, value] of Object.entries(headers)) xhr.setRequestHeader(name, value);
  xhr.upload.onprogress = ({ lengthComputable, loaded, total }) => {
    if (lengthComputable) onUploadProgress?.(loaded / total);
  };
  await new Promise((resolve) => {
    // `loadend` follows a failure too, and an abort by the browser's stop button.
    xhr.onloadend = resolve;
    // Chromium fires no `loadend` for an abort during the last progress event.
    signal.addEventListener('abort', resolve);
    xhr.send(body as FormData);
  });
  if (signal.aborted) xhr.abort();
  // The constructor throws for status 0, which a failed request has. The response has no headers,
  // because Chromium logs an error when a page reads `Date`.
  return new Response(xhr.responseText || null, { status: xhr.status });
};

/** Returns whether the request of this body outlives its page. Firefox can do so since version 133. */
export const outlivesPage = (body: string): boolean =>
  'keepalive' in Request.prototype && new Blob([body]).size <= KEEPALIVE_LIMIT;

/** The `fetch` of a browser, with credentials. */
export const browserFetch: Fetch = (url, init, onUploadProgress) => {
  if (onUploadProgress) return postWithProgress(url, init, onUploadProgress);
  const keepalive = typeof init.body === 'string' && outlivesPage(init.body);
  // Chromium's cache would delay a request while an identical request hangs.
  return fetch(url, { ...init, credentials: 'include', cache: 'no-store', keepalive });
};
