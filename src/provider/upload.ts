import { MAX_ANSWER } from '../common/constants';
import { hasBody } from './bounded';

/**
 * Sends a request as `fetch` does, and tells how much of its body is on its way.
 * @param onProgress called with a number from 0 to 1
 * @returns the answer; rejects as `fetch` does where there is none, or where the request is aborted
 */
export type Upload = (
  request: Request,
  onProgress: (fraction: number) => void,
) => Promise<Response>;

/** By XMLHttpRequest, because `fetch` does not tell how far it is. */
export const uploadByXhr: Upload = async (request, onProgress) => {
  const body = await request.blob();
  request.signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest();
    const fail = () => {
      const reason: unknown = request.signal.reason;
      reject(reason instanceof Error ? reason : new TypeError('The upload has failed.'));
    };
    xhr.open(request.method, request.url);
    xhr.withCredentials = request.credentials === 'include';
    request.headers.forEach((value, name) => {
      xhr.setRequestHeader(name, value);
    });
    xhr.upload.onprogress = ({ lengthComputable, loaded, total }) => {
      if (lengthComputable) onProgress(loaded / total);
    };
    xhr.onprogress = ({ loaded }) => {
      if (loaded <= MAX_ANSWER) return;
      // Chromium tells nothing of an abort during the last progress.
      fail();
      xhr.abort();
    };
    xhr.onload = () => {
      const { status, responseText } = xhr;
      resolve(new Response(hasBody(status) ? responseText : null, { status }));
    };
    xhr.onerror = fail;
    xhr.onabort = fail;
    request.signal.addEventListener('abort', () => {
      xhr.abort();
    });
    xhr.send(body);
  });
};
