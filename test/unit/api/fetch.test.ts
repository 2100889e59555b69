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

const request = (url: string, init: Init = {}, onUploadProgress?: () => void) =>
  browserFetch(url, { headers: {}, signal: controller.signal, ...init }, onUploadProgress);

const upload = (url: string, init: Init = { body: 'Salam' }, onUploadProgress = jest.fn()) =>
  request(url, init, onUploadProgress);

beforeEach(() => {
  controller = new AbortController();
});
afterEach(async () => {
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

describe('browserFetch', () => {
  test.each<[string, Init, boolean]>([
    ['a text', { body: 'Salam' }, true],
    ['a text over 60 KB', { body: 'x'.repeat(60 * 1024 + 1) }, false],
    ['form data', { body: new FormData() }, false],
    ['no body', {}, false],
  ])(
    'keeps a request with %s alive, or not, with credentials and no cache',
    async (_, init, keepalive) => {
      const fetched = jest.spyOn(globalThis, 'fetch').mockResolvedValue(new Response());
      await request('http://127.0.0.1', init);
      const settings = { credentials: 'include', cache: 'no-store', keepalive };
      expect(fetched).toHaveBeenCalledWith('http://127.0.0.1', expect.objectContaining(settings));
      fetched.mockRestore();
    },
  );

  test('uploads with credentials, and ends the request when it is aborted', async () => {
    const send = jest.spyOn(XMLHttpRequest.prototype, 'send').mockImplementation();
    const abort = jest.spyOn(XMLHttpRequest.prototype, 'abort').mockImplementation();
    const pending = upload('http://127.0.0.1');
    expect((send.mock.contexts[0] as XMLHttpRequest).withCredentials).toBe(true);
    controller.abort();
    await expect(pending).rejects.toThrow();
    expect(abort).toHaveBeenCalledTimes(1);
    send.mockRestore();
    abort.mockRestore();
  });

  test('sends the body and resolves with status and text', async () => {
    const url = await serve((incoming, response) => {
      let body = '';
      incoming.on('data', (chunk: Buffer) => (body += chunk.toString()));
      incoming.on('end', () => response.writeHead(201).end(`${incoming.method ?? ''} ${body}`));
    });
    const headers = { 'Content-Type': 'text/plain' };
    const response = await request(url, { method: 'POST', headers, body: 'Salam' });
    expect([response.status, await response.text()]).toEqual([201, 'POST Salam']);
  });

  // WebKit cannot read the bytes of form data with a file that was made in memory.
  test('passes the form data of an upload to the request as it is', async () => {
    const send = jest.spyOn(XMLHttpRequest.prototype, 'send').mockImplementation();
    const body = new FormData();
    const pending = upload('http://127.0.0.1', { body });
    expect(send.mock.calls[0]?.[0]).toBe(body);
    controller.abort();
    await expect(pending).rejects.toThrow();
    send.mockRestore();
  });

  test.each([400, 500, 600, 999])('resolves with status %d', async (status) => {
    const url = await serve((_, response) => response.writeHead(status).end('error'));
    await expect(request(url)).resolves.toMatchObject({ status, ok: false });
  });

  test.each([301, 302, 303, 307, 308])('reports the redirect of a %d', async (status) => {
    const url = await serve((incoming, response) =>
      incoming.url === '/login'
        ? response.end()
        : response.writeHead(status, { Location: '/login' }).end(),
    );
    await expect(request(url)).resolves.toMatchObject({ status: 200, redirected: true });
    await expect(request(`${url}login`)).resolves.toMatchObject({ redirected: false });
  });

  test('rejects when the request is aborted', async () => {
    const url = await serve(() => controller.abort());
    await expect(request(url)).rejects.toThrow();
  });

  test('rejects when the connection drops before the response', async () => {
    const url = await serve((_, response) => response.destroy());
    await expect(request(url)).rejects.toThrow();
  });

  describe('with upload progress', () => {
    test('sends nothing if the signal is aborted already', async () => {
      const send = jest.spyOn(XMLHttpRequest.prototype, 'send');
      controller.abort();
      await expect(upload('http://127.0.0.1')).rejects.toThrow();
      expect(send).not.toHaveBeenCalled();
      send.mockRestore();
    });

    test('rejects when the request is aborted', async () => {
      const url = await serve(() => controller.abort());
      await expect(upload(url)).rejects.toThrow();
    });

    test('rejects when the request is aborted and the browser fires no abort event', async () => {
      const abort = jest.spyOn(XMLHttpRequest.prototype, 'abort').mockImplementation();
      const url = await serve(() => controller.abort());
      await expect(upload(url)).rejects.toThrow();
      abort.mockRestore();
    });

    test('rejects when the browser’s stop button aborts the request', async () => {
      const send = jest.spyOn(XMLHttpRequest.prototype, 'send');
      const url = await serve(() => (send.mock.contexts[0] as XMLHttpRequest).abort());
      await expect(upload(url)).rejects.toThrow();
      send.mockRestore();
    });

    test('sends the headers and resolves with status and text', async () => {
      const url = await serve((incoming, response) => {
        incoming.resume();
        response.setHeader('Access-Control-Allow-Headers', 'x-test');
        response.writeHead(201).end(String(incoming.headers['x-test']));
      });
      const response = await upload(url, { headers: { 'X-Test': 'salam' } });
      expect([response.status, await response.text()]).toEqual([201, 'salam']);
    });

    test('resolves with an empty text for a 204', async () => {
      const url = await serve((_, response) => response.writeHead(204).end());
      await expect((await upload(url)).text()).resolves.toBe('');
    });
  });

  test('reports the fraction of an upload only if the browser knows the length', async () => {
    const send = jest.spyOn(XMLHttpRequest.prototype, 'send').mockImplementation();
    const onUploadProgress = jest.fn();
    const response = upload('http://127.0.0.1', {}, onUploadProgress);
    const xhr = send.mock.contexts[0] as XMLHttpRequest;
    for (const init of [{ lengthComputable: false }, { lengthComputable: true, total: 4 }])
      xhr.upload.dispatchEvent(new ProgressEvent('progress', { ...init, loaded: 1 }));
    expect(onUploadProgress.mock.calls).toEqual([[0.25]]);
    controller.abort();
    await expect(response).rejects.toThrow();
    send.mockRestore();
  });
});
