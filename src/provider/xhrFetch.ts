import { MAX_ANSWER } from '../common/constants';

/**
 * Makes a request whose answer is read.
 * @param onProgress called with how much of the request's body is on its way, from 0 to 1
 * @returns the answer, with its status and `text`; rejects as `fetch` does where there is none, where it
 * breaks off, and where the request is aborted
 */
export type Fetch = (
  request: Request,
  onProgress?: (fraction: number) => void,
) => Promise<Response>;

/**
 * By XMLHttpRequest, which tells how far a picture is. An answer longer than any that is meant, as it
 * may have no end, is cut off; counting through a stream would have a long one take half as long again.
 */
export const xhrFetch: Fetch = async (request, onProgress) => {
  const body = await request.arrayBuffer();
  const { signal } = request;
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest();
    const fail = () => {
      const reason: unknown = signal.reason;
      reject(reason instanceof Error ? reason : new TypeError('The request has failed.'));
    };
    const abort = () => {
      // Chromium tells nothing of an abort during the last progress.
      fail();
      xhr.abort();
    };
    xhr.open(request.method, request.url);
    xhr.withCredentials = request.credentials === 'include';
    request.headers.forEach((value, name) => {
      xhr.setRequestHeader(name, value);
    });
    if (onProgress) {
      xhr.upload.onprogress = ({ lengthComputable, loaded, total }) => {
        if (lengthComputable) onProgress(loaded / total);
      };
    }
    xhr.onprogress = ({ loaded }) => {
      if (loaded > MAX_ANSWER) abort();
    };
    xhr.onload = () => {
      const { status, responseText } = xhr;
      // The text as it is: making a body of it would have it encoded and decoded again.
      const text = () => Promise.resolve(responseText);
      resolve(Object.assign(new Response(null, { status }), { text }));
    };
    xhr.onerror = fail;
    // The browser's stop button aborts, too.
    xhr.onabort = fail;
    signal.addEventListener('abort', abort);
    xhr.onloadend = () => {
      signal.removeEventListener('abort', abort);
    };
    xhr.send(body);
  });
};
