import WebSocket from 'ws';
import { aMessage } from './api';
import { bearer, hubUrl, negotiate } from './rawHub';
import { openTarget, type Session, type Target } from './target';

let target: Target;
let customer: Session;
let other: Session;

beforeAll(async () => {
  target = await openTarget();
  customer = await target.customer('+994501010101');
  other = await target.customer('+994502020202');
});
afterAll(() => target.stop());

const TRANSPORTS =
  '"availableTransports":[{"transport":"WebSockets","transferFormats":["Text","Binary"]},' +
  '{"transport":"ServerSentEvents","transferFormats":["Text"]},' +
  '{"transport":"LongPolling","transferFormats":["Text","Binary"]}]}';

it.each(['1', '7'])('answers version %s with an id and a token of its own', async (version) => {
  const answer = await negotiate(target, customer, `&negotiateVersion=${version}`);
  const body = await answer.text();
  expect(answer.headers.get('Content-Type')).toBe('application/json');
  expect(answer.headers.get('Content-Length')).toBe(String(Buffer.byteLength(body)));
  const [, id, token] =
    /^\{"negotiateVersion":1,"connectionId":"([\w-]{22})","connectionToken":"([\w-]{22})",/.exec(
      body,
    ) ?? [];
  expect(id).toBeDefined();
  expect(token).not.toBe(id);
  expect(body.endsWith(TRANSPORTS)).toBe(true);
});

it('answers a client that names no version with an id alone', async () => {
  const body = await (await negotiate(target, customer)).text();
  const id = /^\{"negotiateVersion":0,"connectionId":"[\w-]{22}",/.exec(body)?.[0] ?? 'none';
  expect(body).toBe(id + TRANSPORTS);
});

it.each([
  ['x', 'The client requested a non-integer protocol version.'],
  ['-1', "The client requested version '-1', but the server does not support this version."],
])('refuses version %s in words', async (version, error) => {
  const answer = await negotiate(target, customer, `&negotiateVersion=${version}`);
  expect([answer.status, await answer.json()]).toEqual([200, { error }]);
});

it('is for the token’s own user only', async () => {
  const asOther = { id: other.id, token: customer.token };
  expect((await negotiate(target, asOther)).status).toBe(403);
});

it('wants POST', async () => {
  const url = `${target.url}/chatHub66/negotiate?userId=${customer.id}`;
  expect((await fetch(url, { headers: bearer(customer) })).status).toBe(405);
});

describe('a place on the hub', () => {
  const call = async (
    url: string,
    method = 'GET',
    headers: Record<string, string> = {},
    body?: string,
  ): Promise<[number, string]> => {
    const all = { ...bearer(customer), ...headers };
    const answer = await fetch(url, { method, headers: all, ...(body && { body }) });
    return [answer.status, await answer.text()];
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

  it('has to be named, and to exist', async () => {
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

  it('is made on the way for a WebSocket that names none', async () => {
    expect(await upgrade(`${target.url}/chatHub66?userId=${customer.id}`, customer)).toBe(101);
  });

  it('is open to whoever knows its token, but only as themselves', async () => {
    const url = await hubUrl(target, customer);
    expect(await upgrade(url, other)).toBe(403);
    const asOther = url.replace(`userId=${customer.id}`, `userId=${other.id}`);
    const socket = new WebSocket(asOther.replace(/^http/, 'ws'), { headers: bearer(other) });
    await new Promise((resolve) => socket.on('open', resolve));
    const heard = new Promise<string>((resolve) => {
      socket.on('message', (data: Buffer) => {
        if (data.includes('"error"')) resolve(data.toString('utf8'));
      });
    });
    const message = { type: 1, invocationId: '0', target: 'SendMessage' };
    const foreign = JSON.stringify({ ...message, arguments: [aMessage(customer.id)] });
    socket.send(`${HANDSHAKE}${foreign}\x1e`);
    expect(await heard).toContain("An unexpected error occurred invoking 'SendMessage'");
    socket.terminate();
  });

  it('holds one event stream, and stays one', async () => {
    const url = await hubUrl(target, customer);
    const leaving = new AbortController();
    const headers = { ...bearer(customer), ...STREAM };
    const stream = await fetch(url, { headers, signal: leaving.signal });
    expect(stream.headers.get('Content-Type')).toBe('text/event-stream');
    expect(stream.headers.get('Cache-Control')).toBe('no-cache,no-store');
    expect((await call(url, 'GET', STREAM))[0]).toBe(409);
    expect(await call(url)).toEqual([400, 'Cannot change transports mid-connection']);
    expect((await call(url, 'DELETE'))[0]).toBe(400);
    leaving.abort();
  });

  it('holds one WebSocket, which takes no posts', async () => {
    const url = await hubUrl(target, customer);
    const socket = new WebSocket(url.replace(/^http/, 'ws'), { headers: bearer(customer) });
    await new Promise((resolve) => socket.on('open', resolve));
    expect(await call(url, 'POST')).toEqual([
      405,
      'POST requests are not allowed for WebSocket connections.',
    ]);
    expect(await upgrade(url, customer)).toBe(409);
    socket.terminate();
  });

  it('polled: opens at once, a newer poll ends the older, a DELETE says goodbye', async () => {
    const url = await hubUrl(target, customer);
    expect(await call(url)).toEqual([200, '']);
    expect(await call(url, 'POST', {}, HANDSHAKE)).toEqual([200, '']);
    expect(await call(url)).toEqual([200, '{}\x1e']);
    const polls = [call(url), call(url)];
    expect(await Promise.race(polls)).toEqual([204, '']);
    expect(await call(url, 'DELETE')).toEqual([202, '']);
    // A poll that has only just taken the other's place may miss the goodbye, or come after it.
    const ends = [
      [204, ''],
      [200, '{"type":7,"allowReconnect":true}\x1e'],
      [404, ''],
    ];
    for (const poll of await Promise.all(polls)) expect(ends).toContainEqual(poll);
    expect((await call(url))[0]).toBe(404);
  });
});
