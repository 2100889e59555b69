import { HttpTransportType, HubConnectionState, type HubConnection } from '@microsoft/signalr';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import WebSocket from 'ws';
import {
  HANDSHAKE,
  RAW_TRANSPORTS,
  RECORD_END,
  bearer,
  createConnection,
  makeMessage,
  negotiate,
  negotiatedUrl,
  nextClose,
  nextEvent,
  openTarget,
  type Session,
  type Target,
} from '../../../support/contract/clients';

let target: Target;
let customer: Session;

beforeAll(async () => {
  target = await openTarget();
  customer = await target.signIn('+994559998877');
});
afterAll(() => target.stop());

describe('negotiate', () => {
  test('returns a connection id, a separate token and all transports', async () => {
    const response = await negotiate(target, customer);
    const id = expect.stringMatching(/^[\w-]{22}$/) as string;
    const body = (await response.json()) as Record<string, unknown>;
    expect(body).toEqual({
      negotiateVersion: 1,
      connectionId: id,
      connectionToken: id,
      availableTransports: [
        { transport: 'WebSockets', transferFormats: ['Text', 'Binary'] },
        { transport: 'ServerSentEvents', transferFormats: ['Text'] },
        { transport: 'LongPolling', transferFormats: ['Text', 'Binary'] },
      ],
    });
    expect(body.connectionToken).not.toBe(body.connectionId);
  });

  test('responds 403 to the id of another customer', async () => {
    const other = await target.signIn('+994502020202');
    expect((await negotiate(target, { ...customer, id: other.id })).status).toBe(403);
  });
});

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

test('an unknown connection token gets 404', async () => {
  const unknown = `${target.url}/chatHub66?userId=${customer.id}&id=nothing`;
  expect((await call(unknown, 'GET', { Accept: 'text/event-stream' }))[0]).toBe(404);
  for (const method of ['GET', 'POST', 'DELETE']) {
    expect((await call(unknown, method))[0]).toBe(404);
  }
  const socket = new WebSocket(unknown.replace(/^http/, 'ws'), { headers: bearer(customer) });
  const error = await new Promise<Error>((resolve) => socket.on('error', resolve));
  expect(error.message).toBe('Unexpected server response: 404');
});

test('long polling ends the pending poll with a new one, and closes with DELETE', async () => {
  const url = await negotiatedUrl(target, customer);
  expect(await call(url)).toEqual([200, '']);
  expect(await call(url, 'POST', {}, HANDSHAKE)).toEqual([200, '']);
  expect(await call(url)).toEqual([200, '{}\x1e']);
  const polls = [call(url), call(url)];
  expect(await Promise.race(polls)).toEqual([204, '']);
  expect(await call(url, 'DELETE')).toEqual([202, '']);
  // The polls are concurrent: the second may arrive before or after the DELETE.
  const lastStatuses = [204, 200, 404];
  for (const [status] of await Promise.all(polls)) expect(lastStatuses).toContain(status);
  expect((await call(url))[0]).toBe(404);
});

/**
 * Conversations: `# name`, then lines `> sent`, `< received` and `< end`. `␞` ends a record, `{id}`
 * is the customer's id, and `{9 times x}` repeats a character. Each begins with the handshake.
 */
const conversations = readFileSync(join(__dirname, 'hubRecords.txt'), 'utf8')
  .replaceAll('␞', RECORD_END)
  .replace(/\{(\d+) times (.)\}/g, (_, n: string, one: string) => one.repeat(Number(n)))
  .trimEnd()
  .split('\n\n')
  .map((text) => text.slice('# '.length).split('\n'));

describe.each(Object.entries(RAW_TRANSPORTS))('the hub over %s', (_, open) => {
  test.each(conversations)('%s', async (_name, ...lines: string[]) => {
    const hub = await open(target, customer);
    for (const line of lines) {
      const frame = line.slice(2).replaceAll('{id}', String(customer.id));
      if (line.startsWith('> ')) await hub.send(frame);
      else if (frame === 'end') await hub.ended;
      else expect(await hub.hear(frame.length)).toBe(frame);
    }
    hub.leave();
  });
});

describe('keep-alive', () => {
  const PING = '{"type":6}\x1e';

  // ASP.NET Core checks once a second how long ago the last ping was.
  test.concurrent.each([
    ['an idle connection over WebSockets', RAW_TRANSPORTS.WebSockets, false],
    ['a busy connection over WebSockets', RAW_TRANSPORTS.WebSockets, true],
    ['an idle connection over server-sent events', RAW_TRANSPORTS.ServerSentEvents, false],
  ])('pings %s after 15 s', async (_, open, isBusy) => {
    const start = performance.now();
    const hub = await open(target, customer);
    await hub.send(HANDSHAKE);
    const invocation = { type: 1, target: 'SendTyping', arguments: [customer.id, 1] };
    const call = `${JSON.stringify({ ...invocation, invocationId: '0' })}\x1e`;
    const calls = isBusy ? setInterval(() => void hub.send(call), 1_000) : undefined;
    let text = '';
    do text += await hub.hear(1);
    while (!text.endsWith(PING));
    clearInterval(calls);
    expect(performance.now() - start).toBeGreaterThan(14_900);
    expect(text.includes('"type":3')).toBe(isBusy);
    hub.leave();
  });
});

describe.each([
  ['WebSockets', HttpTransportType.WebSockets],
  ['ServerSentEvents', HttpTransportType.ServerSentEvents],
  ['LongPolling', HttpTransportType.LongPolling],
] as const)('SignalR client over %s', (_, transport) => {
  let connection: HubConnection;
  beforeEach(() => {
    connection = createConnection(target, customer, transport);
    return connection.start();
  });
  afterEach(() => connection.stop());

  test('receives null as the result of both methods', async () => {
    await expect(connection.invoke('SendTyping', customer.id, 1)).resolves.toBeNull();
    await expect(connection.invoke('SendMessage', makeMessage(customer.id))).resolves.toBeNull();
  });

  test('receives the errors of failed invocations and stays connected', async () => {
    await expect(connection.invoke('Nothing')).rejects.toThrow(
      "Failed to invoke 'Nothing' due to an error on the server. HubException: Method does not exist.",
    );
    await expect(connection.invoke('SendMessage', makeMessage(customer.id + 1))).rejects.toThrow(
      /^An unexpected error occurred invoking 'SendMessage' on the server\. HubException: /,
    );
    await expect(connection.invoke('SendTyping', customer.id, 1)).resolves.toBeNull();
  });

  test('receives messages of the operator, and none for another customer', async () => {
    const other = await target.signIn('+994559998866');
    const received = nextEvent(connection, 'receivemessage');
    await target.operatorSays(other.id, 'for the other');
    await target.operatorSays(customer.id, 'Salam ə <b>');
    expect(await received).toEqual([
      {
        fromUserId: 1,
        toUserId: customer.id,
        text: 'Salam ə <b>',
        imageUrl: null,
        timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/) as string,
      },
    ]);
  });

  test('disconnects', async () => {
    const closed = nextClose(connection);
    await connection.stop();
    expect(await closed).toBeUndefined();
    expect(connection.state).toBe(HubConnectionState.Disconnected);
  });

  test('cannot connect with an invalid token', async () => {
    const forged = createConnection(target, { ...customer, token: 'x.y.z' }, transport);
    await expect(forged.start()).rejects.toThrow(/401/);
  });
});
