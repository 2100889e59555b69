import WebSocket from 'ws';
import { makeMessage } from '../support/restClient';
import { bearer, negotiatedUrl, negotiate } from '../support/rawHub';
import { openTarget, type Session, type Target } from '../support/target';

let target: Target;
let customer: Session;
let other: Session;

beforeAll(async () => {
  target = await openTarget();
  customer = await target.signIn('+994501010101');
  other = await target.signIn('+994502020202');
});
afterAll(() => target.stop());

const TRANSPORTS =
  '"availableTransports":[{"transport":"WebSockets","transferFormats":["Text","Binary"]},' +
  '{"transport":"ServerSentEvents","transferFormats":["Text"]},' +
  '{"transport":"LongPolling","transferFormats":["Text","Binary"]}]}';

describe('negotiate', () => {
  test.each(['1', '7', '2147483647', '%2B1', '%201'])(
    'returns a connection id and a separate token for version %s',
    async (version) => {
      const response = await negotiate(target, customer, `&negotiateVersion=${version}`);
      const body = await response.text();
      expect(response.headers.get('Content-Type')).toBe('application/json');
      expect(response.headers.get('Content-Length')).toBe(String(Buffer.byteLength(body)));
      const [, id, token] =
        /^\{"negotiateVersion":1,"connectionId":"([\w-]{22})","connectionToken":"([\w-]{22})",/.exec(
          body,
        ) ?? [];
      expect(id).toBeDefined();
      expect(token).not.toBe(id);
      expect(body.endsWith(TRANSPORTS)).toBe(true);
    },
  );

  test('returns only a connection id without a version', async () => {
    const body = await (await negotiate(target, customer)).text();
    const id = /^\{"negotiateVersion":0,"connectionId":"[\w-]{22}",/.exec(body)?.[0] ?? 'none';
    expect(body).toBe(id + TRANSPORTS);
  });

  test.each([
    ['x', 'The client requested a non-integer protocol version.'],
    ['1.0', 'The client requested a non-integer protocol version.'],
    ['2147483648', 'The client requested a non-integer protocol version.'],
    ['-2147483649', 'The client requested a non-integer protocol version.'],
    ['-1', "The client requested version '-1', but the server does not support this version."],
  ])('returns an error text for version %s', async (version, error) => {
    const response = await negotiate(target, customer, `&negotiateVersion=${version}`);
    expect([response.status, await response.json()]).toEqual([200, { error }]);
  });

  test('responds 403 to the id of another customer', async () => {
    const asOther = { id: other.id, token: customer.token };
    expect((await negotiate(target, asOther)).status).toBe(403);
  });

  test('responds 405 to GET', async () => {
    const url = `${target.url}/chatHub66/negotiate?userId=${customer.id}`;
    expect((await fetch(url, { headers: bearer(customer) })).status).toBe(405);
  });
});

describe('connection token', () => {
  const call = async (
    url: string,
    method = 'GET',
    headers: Record<string, string> = {},
    body?: string,
  ): Promise<[number, string]> => {
    const all = { ...bearer(customer), ...headers };
    const response = await fetch(url, { method, headers: all, ...(body && { body }) });
    return [response.status, await response.text()];
  };
  const HANDSHAKE = '{"protocol":"json","version":1}\x1e';
  const STREAM = { Accept: 'text/event-stream' };
  const upgrade = (url: string, session: Session): Promise<number | undefined> =>
    new Promise((resolve) => {
      const socket = new WebSocket(url.replace(/^http/, 'ws'), { headers: bearer(session) });
      socket.on('open', () => resolve(101)).on('open', () => socket.close());
      socket.on('unexpected-response', (request, response) => {
        resolve(response.statusCode);
        request.destroy();
      });
      socket.on('error', () => resolve(undefined));
    });

  test('is required, and has to be known', async () => {
    const url = `${target.url}/chatHub66?userId=${customer.id}`;
    const missing = [400, 'Connection ID required'];
    const unknown = [404, 'No Connection with that ID'];
    expect(await call(url)).toEqual(missing);
    expect(await call(url, 'GET', STREAM)).toEqual(missing);
    for (const method of ['GET', 'POST', 'DELETE']) {
      expect(await call(`${url}&id=nothing`, method)).toEqual(unknown);
    }
    expect(await upgrade(`${url}&id=nothing`, customer)).toBe(404);
  });

  test('is not required for a WebSocket', async () => {
    expect(await upgrade(`${target.url}/chatHub66?userId=${customer.id}`, customer)).toBe(101);
  });

  test('lets another customer connect, but not act as its owner', async () => {
    const url = await negotiatedUrl(target, customer);
    expect(await upgrade(url, other)).toBe(403);
    const asOther = url.replace(`userId=${customer.id}`, `userId=${other.id}`);
    const socket = new WebSocket(asOther.replace(/^http/, 'ws'), { headers: bearer(other) });
    await new Promise((resolve) => socket.on('open', resolve));
    const failedCompletion = new Promise<string>((resolve) => {
      socket.on('message', (data: Buffer) => {
        if (data.includes('"error"')) resolve(data.toString('utf8'));
      });
    });
    const message = { type: 1, invocationId: '0', target: 'SendMessage' };
    const invocation = JSON.stringify({ ...message, arguments: [makeMessage(customer.id)] });
    socket.send(`${HANDSHAKE}${invocation}\x1e`);
    expect(await failedCompletion).toContain("An unexpected error occurred invoking 'SendMessage'");
    socket.terminate();
  });

  test('opens one event stream and no other transport', async () => {
    const url = await negotiatedUrl(target, customer);
    const abort = new AbortController();
    const headers = { ...bearer(customer), ...STREAM };
    const stream = await fetch(url, { headers, signal: abort.signal });
    expect(stream.headers.get('Content-Type')).toBe('text/event-stream');
    expect(stream.headers.get('Cache-Control')).toBe('no-cache,no-store');
    expect((await call(url, 'GET', STREAM))[0]).toBe(409);
    expect(await call(url)).toEqual([400, 'Cannot change transports mid-connection']);
    expect((await call(url, 'DELETE'))[0]).toBe(400);
    abort.abort();
  });

  test('opens one WebSocket, which accepts no POST', async () => {
    const url = await negotiatedUrl(target, customer);
    const socket = new WebSocket(url.replace(/^http/, 'ws'), { headers: bearer(customer) });
    await new Promise((resolve) => socket.on('open', resolve));
    expect(await call(url, 'POST')).toEqual([
      405,
      'POST requests are not allowed for WebSocket connections.',
    ]);
    expect(await upgrade(url, customer)).toBe(409);
    socket.terminate();
  });

  test('opens long polling, where a new poll ends the pending one and DELETE closes', async () => {
    const url = await negotiatedUrl(target, customer);
    expect(await call(url)).toEqual([200, '']);
    expect(await call(url, 'POST', {}, HANDSHAKE)).toEqual([200, '']);
    expect(await call(url)).toEqual([200, '{}\x1e']);
    const polls = [call(url), call(url)];
    expect(await Promise.race(polls)).toEqual([204, '']);
    expect(await call(url, 'DELETE')).toEqual([202, '']);
    // The polls are concurrent: the second may arrive before or after the DELETE.
    const lastResponses = [
      [204, ''],
      [200, '{"type":7,"allowReconnect":true}\x1e'],
      [404, ''],
    ];
    for (const poll of await Promise.all(polls)) expect(lastResponses).toContainEqual(poll);
    expect((await call(url))[0]).toBe(404);
  });
});
