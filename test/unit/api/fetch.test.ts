/** @jest-environment <rootDir>/test/support/screens/browserEnvironment.ts */
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { browserFetch, outlivesPage, type Fetch } from '../../../src/api/fetch';
import { captureConsole } from '../../support/console/captureConsole';

// jsdom logs each failed request.
captureConsole(/socket hang up|ECONNRESET/);

let server: Server | undefined;
let controller = new AbortController();

/** Starts a server that allows requests of the page's origin, with credentials. @returns its URL */
async function serve(respond: RequestListener): Promise<string> {
  server = createServer((request, response) => {
    response.setHeader('Access-Control-Allow-Origin', location.origin);
    response.setHeader('Access-Control-Allow-Credentials', 'true');
    respond(request, response);
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/`;
}

type Init = Partial<Parameters<Fetch>[1]>;

const upload = (url: string, init: Init = {}, onUploadProgress = jest.fn()) =>
  browserFetch(url, { headers: {}, signal: controller.signal, ...init }, onUploadProgress);

/** Starts an upload whose request the test controls. */
function startUpload(init: Init = {}) {
  const send = jest.spyOn(XMLHttpRequest.prototype, 'send').mockImplementation();
  const abort = jest.spyOn(XMLHttpRequest.prototype, 'abort').mockImplementation();
  const onUploadProgress = jest.fn();
  const pending = upload('http://127.0.0.1', init, onUploadProgress);
  return { send, abort, onUploadProgress, pending, xhr: send.mock.contexts[0] as XMLHttpRequest };
}

beforeEach(() => {
  controller = new AbortController();
});
afterEach(async () => {
  jest.restoreAllMocks();
  controller.abort();
  server?.closeAllConnections();
  if (server) await new Promise((resolve) => server?.close(resolve));
});

describe('outlivesPage', () => {
  test('is true for a body of at most 60 KB', () => {
    expect(outlivesPage('ə'.repeat(30 * 1024))).toBe(true);
    expect(outlivesPage('ə'.repeat(30 * 1024 + 1))).toBe(false);
  });

  test('is false in a browser without keepalive', () => {
    const { Request } = globalThis;
    Object.assign(globalThis, { Request: Object });
    expect(outlivesPage('Salam')).toBe(false);
    Object.assign(globalThis, { Request });
  });
});

test.each<[string, boolean, Init]>([
  ['a text', true, { body: 'Salam' }],
  ['a text over 60 KB', false, { body: 'x'.repeat(60 * 1024 + 1) }],
  ['form data', false, { body: new FormData() }],
  ['a request without a body', false, {}],
])(
  'browserFetch sends %s with credentials, keepalive %s and no cache',
  async (_, keepalive, init) => {
    const fetched = jest.spyOn(globalThis, 'fetch').mockResolvedValue(new Response());
    const sent = {
      method: 'POST',
      headers: { 'X-Test': 'a' },
      signal: controller.signal,
      ...init,
    };
    await browserFetch('http://127.0.0.1', sent);
    const settings = { credentials: 'include', cache: 'no-store', keepalive };
    expect(fetched).toHaveBeenCalledWith('http://127.0.0.1', { ...sent, ...settings });
  },
);

describe('browserFetch, with upload progress', () => {
  // WebKit cannot read the bytes of form data with a file that was made in memory.
  test('passes the form data to the request as it is, with credentials', async () => {
    const body = new FormData();
    const { send, xhr, pending } = startUpload({ body });
    expect(send.mock.calls).toEqual([[body]]);
    expect(xhr.withCredentials).toBe(true);
    controller.abort();
    await expect(pending).rejects.toThrow();
  });

  test('rejects when the request is aborted, also if the browser fires no abort event', async () => {
    const { abort, pending } = startUpload();
    controller.abort();
    await expect(pending).rejects.toThrow();
    expect(abort).toHaveBeenCalledTimes(1);
  });

  test('sends nothing if the signal is aborted already', async () => {
    controller.abort();
    const { send, pending } = startUpload();
    await expect(pending).rejects.toThrow();
    expect(send).not.toHaveBeenCalled();
  });

  test('rejects when the browser’s stop button aborts the request', async () => {
    const send = jest.spyOn(XMLHttpRequest.prototype, 'send');
    const url = await serve(() => (send.mock.contexts[0] as XMLHttpRequest).abort());
    await expect(upload(url)).rejects.toThrow();
  });

  test('reads the response as UTF-8, whatever charset it declares', async () => {
    const url = await serve((_, response) =>
      response.writeHead(200, { 'Content-Type': 'text/plain; charset=iso-8859-1' }).end('şəkil'),
    );
    await expect((await upload(url)).text()).resolves.toBe('şəkil');
  });

  test('resolves with an empty text for a 204', async () => {
    const url = await serve((_, response) => response.writeHead(204).end());
    await expect((await upload(url)).text()).resolves.toBe('');
  });

  test('reports the fraction of an upload only if the browser knows the length', async () => {
    const { xhr, onUploadProgress, pending } = startUpload();
    for (const init of [{ lengthComputable: false }, { lengthComputable: true, total: 4 }])
      xhr.upload.dispatchEvent(new ProgressEvent('progress', { ...init, loaded: 1 }));
    expect(onUploadProgress.mock.calls).toEqual([[0.25]]);
    controller.abort();
    await expect(pending).rejects.toThrow();
  });
});
