import { DefaultHttpClient, HttpError, HttpResponse } from '@microsoft/signalr';
import { createRequire } from 'node:module';
import { WebSocket } from 'ws';
import { createHubClient } from '../../../../src/hub/signalr/createHubClient';
import { TokenError } from '../../../../src/hub/hubClient';
import type { Switches } from '../../../stand-in/control/switches';
import type { HubConnection } from '../../../stand-in/hub/connection';
import { startProvider, type Provider } from '../../../stand-in/provider';
import { tokenOf } from '../../../support/builders/builders';
import {
  captureConsole,
  FAILED_CONNECTION,
  UNKNOWN_EVENT,
} from '../../../support/console/captureConsole';
import { memoryTokens } from '../../../support/fakes/memoryStorage';
import { advanceTime, fakeClockForEachTest } from '../../../support/time/frames';
import { until } from '../../../support/time/until';

fakeClockForEachTest();
const output = captureConsole(FAILED_CONNECTION, UNKNOWN_EVENT);

type Options = NonNullable<Parameters<typeof createHubClient>[3]>;

let provider: Provider;
let token: string;
let sockets: RecordingSocket[] = [];

beforeEach(async () => {
  provider = await startProvider();
  token = provider.tokenFor({ id: 7, username: '' });
  sockets = [];
});
afterEach(() => provider.stop());

const NodeEventSource = createRequire(require.resolve('@microsoft/signalr'))(
  'eventsource',
) as typeof EventSource;

/** SignalR's EventSource for Node. Its own setters would remove the other listeners. */
class FullEventSource extends NodeEventSource {
  constructor(url: string, init?: EventSourceInit) {
    super(url, init);
    for (const type of ['open', 'error'])
      Object.defineProperty(this, `on${type}`, {
        set: (listener: () => void) => this.addEventListener(type, listener),
      });
  }
}

/** Node's WebSocket, which records the frames that the client sends. */
class RecordingSocket extends WebSocket {
  readonly sent: string[] = [];

  constructor(url: string) {
    // SignalR itself adds the token only in a browser.
    super(`${url}&access_token=${token}`);
    sockets.push(this);
  }

  override send(frame: string): void {
    this.sent.push(frame);
    super.send(frame);
  }
}

const openSockets = () => sockets.filter(({ readyState }) => readyState < WebSocket.CLOSED);

/** Creates a client of user 7 and records its events. */
function makeClient(tokens = memoryTokens(token), options: Options = {}) {
  const received: unknown[] = [];
  const closed = jest.fn();
  const services = { host: provider.url, tokens };
  const transportTried = jest.fn();
  const events = {
    messageReceived: (payload: unknown) => received.push(payload),
    closed,
    transportTried,
  };
  const classes = {
    WebSocket: RecordingSocket,
    EventSource: FullEventSource,
  } as unknown as Options;
  const client = createHubClient(services, 7, events, { ...classes, ...options });
  return { tokens, received, closed, transportTried, client };
}

async function startClient() {
  const made = makeClient();
  await made.client.start();
  const [connection] = provider.hub.connections(7);
  if (!connection) throw new Error('The hub has no connection.');
  return { ...made, connection };
}

const push = (text: string) => provider.hub.pushMessage(7, text);

describe('a client', () => {
  test.each([
    ['no token', memoryTokens()],
    ['another user’s token', memoryTokens(tokenOf(8))],
  ])('is not created with %s', (_, tokens) => {
    expect(() => makeClient(tokens)).toThrow(new TokenError('foreign'));
  });

  test('connects with its own token if another user’s is stored meanwhile', async () => {
    const { client, tokens } = makeClient();
    tokens.save(tokenOf(8));
    await client.start();
    const negotiations = provider.ledger.requests('negotiate');
    expect(negotiations).toMatchObject([{ token: 'header', customer: { id: 7 } }]);
    expect(provider.hub.connections(7)).toHaveLength(1);
  });

  test('sends without asking for a completion, and invokes with its completion', async () => {
    const { client } = await startClient();
    await client.send('SendTyping', 7, 1);
    expect(sockets[0]?.sent.at(-1)).not.toContain('invocationId');
    await expect(client.invoke('SendTyping', 8)).rejects.toThrow('due to an error on the server');
    expect(await client.invoke('SendTyping', 7, 1)).toBeNull();
    const calls = provider.ledger.of('invocation').map((call) => call.arguments);
    expect(calls).toEqual([[7, 1], [8], [7, 1]]);
  });
});

test.each<[string, (connection: HubConnection) => void]>([
  ['the hub closes it', (connection) => connection.close({ error: 'No', allowReconnect: true })],
  ['it drops', (connection) => connection.terminate()],
])('a connection is reported as closed once after its messages if %s', async (_, end) => {
  const { connection, received, closed } = await startClient();
  push('1');
  await until(() => received.length > 0);
  end(connection);
  await until(() => openSockets().length === 0);
  expect(received).toEqual(['1']);
  expect(closed).toHaveBeenCalledTimes(1);
  expect(output.lines.filter((line) => !FAILED_CONNECTION.test(line.slice(6)))).toEqual([]);
});

describe('start', () => {
  test.each<[string, Partial<Switches>, string]>([
    [
      'the handshake has an error',
      { handshake: { reply: '{"error":"No such"}\u001e' } },
      'No such',
    ],
    // Without the body, which can be a page of a proxy.
    [
      'negotiate responds 503',
      { calls: { negotiate: { status: 503, body: '<h1>Oops</h1>' } } },
      "failed: Status code '503'",
    ],
  ])('rejects if %s', async (_, faults, message) => {
    Object.assign(provider.switches, faults);
    const { client, closed } = makeClient();
    await expect(client.start()).rejects.toThrow(message);
    expect(closed).not.toHaveBeenCalled();
    await until(() => openSockets().length === 0);
    await client.stop();
    expect(jest.getTimerCount()).toBe(0);
  });

  const VALID = tokenOf(7, 4_000_000_000);
  const EXPIRED = tokenOf(7, 1);

  test.each([
    ['401', 'the hub responds 401', 401, VALID, VALID],
    ['expired', 'the hub responds 401 to an expired token', 401, EXPIRED, EXPIRED],
    ['replaced', 'the token was replaced before a 401', 401, EXPIRED, VALID],
    ['undefined', 'the hub responds 403 to an expired token', 403, EXPIRED, EXPIRED],
    ['undefined', 'the token was replaced before a 503', 503, EXPIRED, VALID],
  ])('rejects with the reason %s if %s', async (expected, _, status, stored, next) => {
    const { client, tokens } = makeClient(memoryTokens(stored));
    provider.switches.calls.negotiate = { status };
    const started = client.start().catch((error: unknown) => error);
    tokens.save(next);
    const error = await started;
    expect(String(error instanceof TokenError ? error.reason : undefined)).toBe(expected);
    expect(output.lines).toEqual([]);
  });
});

describe('long polling', () => {
  let send: jest.SpiedFunction<DefaultHttpClient['send']>;
  beforeEach(() => (send = jest.spyOn(DefaultHttpClient.prototype, 'send')));
  afterEach(() => send.mockRestore());

  /** Responds as a hub that offers only long polling. The third poll stays pending. */
  function pollingHub() {
    const hub = { sendStatus: 200 };
    const negotiation = {
      negotiateVersion: 1,
      connectionToken: 'polling',
      availableTransports: [{ transport: 'LongPolling', transferFormats: ['Text'] }],
    };
    const polls = ['', '{}\u001e'];
    send.mockImplementation(({ method, url = '' }) => {
      if (url.includes('/negotiate'))
        return Promise.resolve(new HttpResponse(200, 'OK', JSON.stringify(negotiation)));
      if (method === 'POST' && hub.sendStatus !== 200)
        return Promise.reject(new HttpError('The send has failed.', hub.sendStatus));
      if (method !== 'GET') return Promise.resolve(new HttpResponse(200));
      const body = polls.shift();
      if (body !== undefined) return Promise.resolve(new HttpResponse(200, 'OK', body));
      return new Promise<HttpResponse>(() => undefined);
    });
    return hub;
  }

  test.each([
    [1, 404],
    [0, 503],
  ])('is closed %d times by a send with status %d', async (times, status) => {
    const hub = pollingHub();
    const { client, closed } = makeClient();
    await client.start();
    hub.sendStatus = status;
    await expect(client.send('SendTyping', 7, 1)).rejects.toThrow('The request failed');
    expect(closed).toHaveBeenCalledTimes(times);
  });

  test('does not switch off the pings and the server timeout of the next client, which uses a WebSocket', async () => {
    pollingHub();
    await makeClient().client.start();
    send.mockRestore();
    const { connection, received, closed } = await startClient();
    const pings = () => sockets[0]?.sent.filter((frame) => frame.includes('"type":6')).length ?? 0;
    const before = pings();
    push('1');
    await until(() => received.length > 0);
    connection.silence();
    await advanceTime(14_999);
    expect(pings()).toBe(before);
    await advanceTime(1);
    expect(pings()).toBe(before + 1);
    await advanceTime(14_999);
    expect(sockets[0]?.readyState).toBe(WebSocket.OPEN);
    await advanceTime(1);
    await until(() => openSockets().length === 0);
    expect(closed).toHaveBeenCalledTimes(1);
  });
});

describe('stop', () => {
  test.each<[string, Partial<Switches>]>([
    ['negotiate', { calls: { negotiate: { end: 'hang', times: 1 } } }],
    ['connect', { calls: { upgrade: { end: 'hang', times: 1 } } }],
    ['handshake', { handshake: { reply: null, times: 1 } }],
  ])('ends a start that stalls at %s at once, and logs nothing', async (_, faults) => {
    Object.assign(provider.switches, faults);
    const { client } = makeClient();
    const started = client.start().catch(() => 'rejected');
    // The switch of a fault that was injected is empty.
    await until(() => !JSON.stringify(provider.switches).includes('times'));
    await client.stop();
    expect(await started).toBe('rejected');
    await until(() => openSockets().length === 0);
    expect(jest.getTimerCount()).toBe(0);
    expect(output.lines).toEqual([]);
  });

  test('sends a Close record on an established connection, and logs no failure', async () => {
    const { client } = await startClient();
    const close = jest.spyOn(RecordingSocket.prototype, 'close').mockImplementationOnce(() => {
      throw new Error('The socket is gone');
    });
    await client.stop();
    expect(close).toHaveBeenCalled();
    expect(sockets[0]?.sent.at(-1)).toBe('{"type":7}\u001e');
    await until(() => provider.hub.connections().length + openSockets().length === 0);
    expect(jest.getTimerCount()).toBe(0);
    expect(output.lines).toEqual([]);
  });
});

test('SignalR’s log is written to the console from warnings on, without the token', async () => {
  const { connection } = await startClient();
  push('secret');
  connection.deliver('x?access_token=s3cret', [null]);
  await until(() => output.lines.length > 0);
  expect(output.lines).toEqual([
    "warn: No client method with the name 'x?access_token=***' found.",
  ]);
});

describe('the transports', () => {
  test('are reported as tried, but not as refused once they have opened', async () => {
    provider.switches.handshake = { reply: null };
    const { client, transportTried } = makeClient();
    const starting = client.start();
    await until(() => (sockets[0]?.sent.length ?? 0) > 0);
    provider.hub.terminate();
    await expect(starting).rejects.toThrow();
    expect(transportTried.mock.calls).toEqual([[1]]);
  });

  test('are reported as refused before they have opened', async () => {
    Object.assign(provider.switches, {
      transports: ['WebSockets'],
      calls: { upgrade: { status: 503 } },
    });
    const { client, transportTried } = makeClient();
    await expect(client.start()).rejects.toThrow('failed to connect');
    expect(transportTried.mock.calls).toEqual([[1], [0]]);
  });

  test.each([
    ['are not tried', 1, ['WebSockets', 'ServerSentEvents'], 2],
    ['are tried if the hub offers no other', 1, ['WebSockets'], 1],
    ['are tried in order if the hub offers no other', 3, ['WebSockets', 'ServerSentEvents'], 1],
  ] as const)('that are excluded %s', async (_, excluded, transports, tried) => {
    provider.switches.transports = [...transports];
    const { client, received, transportTried } = makeClient(undefined, { excluded });
    await client.start();
    push('live');
    await until(() => received.length > 0);
    expect(transportTried.mock.calls).toEqual([[tried]]);
    expect(received).toEqual(['live']);
    await client.stop();
  });

  test('that are excluded do not hinder a hub that responds with an error', async () => {
    provider.switches.calls.negotiate = { body: '{"error":"Not here"}' };
    const { client } = makeClient(undefined, { excluded: 1 });
    await expect(client.start()).rejects.toThrow('Not here');
  });

  test('leave the start to the next one if an event stream is refused', async () => {
    provider.switches.transports = ['ServerSentEvents', 'WebSockets'];
    provider.switches.calls.hubGet = { status: 503 };
    await startClient();
    expect(provider.ledger.of('opened')).toMatchObject([{ transport: 'WebSockets' }]);
  });

  test('fail to start if the event stream ends during the first ping', async () => {
    provider.switches.transports = ['ServerSentEvents'];
    // The handshake and the ping.
    const posts = () => provider.ledger.requests('other').length;
    provider.switches.calls.other = { delay: 200, when: 'after' };
    const { client, transportTried } = makeClient();
    void until(() => posts() === 2, { interval: 5 }).then(() => provider.hub.terminate());
    await expect(client.start()).rejects.toThrow('The event stream has ended');
    expect(transportTried.mock.calls).toEqual([[2]]);
  });
});
