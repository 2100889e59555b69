import { HttpError, HttpResponse, type HttpRequest } from '@microsoft/signalr';
import { createHubClient } from '../../../../src/hub/signalr/createHubClient';
import { TokenError } from '../../../../src/hub/hubClient';
import { tokenOf } from '../../../support/builders/builders';
import {
  captureConsole,
  FAILED_CONNECTION,
  UNKNOWN_EVENT,
} from '../../../support/console/captureConsole';
import { frameOf, MemoryHub, type HubRecord } from '../../../support/fakes/memoryHub';
import { memoryTokens } from '../../../support/fakes/memoryStorage';
import { HOST } from '../../../support/stores/makeChat';
import { advanceTime, flushPromises, useFakeClock } from '../../../support/time/frames';

useFakeClock();
const output = captureConsole(FAILED_CONNECTION, UNKNOWN_EVENT);

type Overrides = NonNullable<Parameters<typeof createHubClient>[3]>;

/** Creates a client of user 7 and records its events. */
function makeClient(
  hub = new MemoryHub(),
  tokens = memoryTokens(tokenOf(7)),
  overrides: Overrides = hub.overrides(),
) {
  const received: unknown[] = [];
  const closed = jest.fn();
  const services = { host: HOST, tokens };
  const transportTried = jest.fn();
  const events = {
    messageReceived: (payload: unknown) => received.push(payload),
    closed,
    transportTried,
  };
  const client = createHubClient(services, 7, events, overrides);
  return { hub, tokens, received, closed, transportTried, client };
}

async function startClient(hub = new MemoryHub()) {
  const made = makeClient(hub);
  await made.client.start();
  return made;
}

const message = (text: string): HubRecord => ({
  type: 1,
  target: 'ReceiveMessage',
  arguments: [text],
});
const PING: HubRecord = { type: 6 };

describe('a client', () => {
  test('connects to the hub on the provider host with the user’s id and token', async () => {
    const { hub } = await startClient();
    expect(hub.negotiations).toMatchObject([
      {
        url: 'https://chat.example.az/chatHub66/negotiate?userId=7&negotiateVersion=1',
        headers: { Authorization: `Bearer ${tokenOf(7)}` },
      },
    ]);
    const url = new URL(hub.last.url);
    expect(url.origin + url.pathname).toBe('wss://chat.example.az/chatHub66');
    expect(url.searchParams.get('userId')).toBe('7');
    expect(url.searchParams.get('id')).toBe('connection');
  });

  test.each([
    ['no token', memoryTokens()],
    ['another user’s token', memoryTokens(tokenOf(8))],
  ])('is not created with %s', (_, tokens) => {
    expect(() => makeClient(undefined, tokens)).toThrow(new TokenError('foreign'));
  });

  test('connects with its own token if another user’s is stored meanwhile', async () => {
    const { client, hub, tokens } = makeClient();
    tokens.save(tokenOf(8));
    await client.start();
    const headers = { Authorization: `Bearer ${tokenOf(7)}` };
    expect(hub.negotiations).toMatchObject([{ headers }]);
  });

  test('sends without asking for a completion, and invokes with its completion', async () => {
    const { hub, client } = await startClient();
    await client.send('SendTyping', 7, 1);
    const call = hub.last.clientRecords.at(-1);
    expect(call).toMatchObject({ target: 'SendTyping', arguments: [7, 1] });
    expect(call).not.toHaveProperty('invocationId');
    const invoked = client.invoke('SendMessage', 'a');
    await flushPromises();
    expect(hub.last.clientRecords.at(-1)).toMatchObject({ arguments: ['a'], invocationId: '0' });
    hub.last.push({ type: 3, invocationId: '0', result: 5 });
    expect(await invoked).toBe(5);
  });
});

test.each<[string, (hub: MemoryHub) => void]>([
  ['the hub closes it', ({ last }) => last.push({ type: 7, error: 'No', allowReconnect: true })],
  ['it drops', ({ last }) => last.drop()],
])('a connection is reported as closed once after its messages if %s', async (_, end) => {
  const { hub, received, closed } = await startClient();
  hub.last.push(message('1'));
  end(hub);
  await flushPromises();
  expect(received).toEqual(['1']);
  expect(closed).toHaveBeenCalledTimes(1);
  expect(output.lines.filter((line) => !FAILED_CONNECTION.test(line.slice(6)))).toEqual([]);
});

describe('start', () => {
  test.each([
    ['the handshake has an error', { handshake: '{"error":"No such protocol"}\u001e' }, 'No such'],
    // Without the body, which can be a page of a proxy.
    ['negotiate responds 503', { status: 503, body: '<h1>Oops</h1>' }, "failed: Status code '503'"],
    ['negotiate responds 404', { status: 404 }, "failed: Status code '404'"],
  ])('rejects if %s', async (_, behaviour, message) => {
    const hub = new MemoryHub();
    hub.behaviour = behaviour;
    const { client, closed } = makeClient(hub);
    await expect(client.start()).rejects.toThrow(message);
    expect(closed).not.toHaveBeenCalled();
    expect(hub.connections.filter(({ readyState }) => readyState < 3)).toEqual([]);
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
  ])('rejects with the reason %s if %s', async (expected, _, status, token, next) => {
    const { client, hub, tokens } = makeClient(undefined, memoryTokens(token));
    hub.behaviour.status = status;
    const started = client.start().catch((error: unknown) => error);
    tokens.save(next);
    const error = await started;
    expect(String(error instanceof TokenError ? error.reason : undefined)).toBe(expected);
    expect(output.lines).toEqual([]);
  });
});

describe('long polling', () => {
  /** Responds as a hub that offers only long polling. The third poll stays pending. */
  function pollingHub() {
    const hub = { sendStatus: 200 };
    const negotiation = {
      negotiateVersion: 1,
      connectionToken: 'polling',
      availableTransports: [{ transport: 'LongPolling', transferFormats: ['Text'] }],
    };
    const polls = ['', frameOf({})];
    const sendRequest = ({ method, url = '' }: HttpRequest) => {
      if (url.includes('/negotiate'))
        return Promise.resolve(new HttpResponse(200, 'OK', JSON.stringify(negotiation)));
      if (method === 'POST' && hub.sendStatus !== 200)
        return Promise.reject(new HttpError('The send has failed.', hub.sendStatus));
      if (method !== 'GET') return Promise.resolve(new HttpResponse(200));
      const body = polls.shift();
      if (body !== undefined) return Promise.resolve(new HttpResponse(200, 'OK', body));
      return new Promise<HttpResponse>(() => undefined);
    };
    return { hub, sendRequest };
  }

  test.each([
    [1, 404],
    [0, 503],
  ])('is closed %d times by a send with status %d', async (times, status) => {
    const { hub, sendRequest } = pollingHub();
    const { client, closed } = makeClient(undefined, undefined, { sendRequest });
    await client.start();
    hub.sendStatus = status;
    await expect(client.send('SendTyping', 7, 1)).rejects.toThrow('The request failed');
    expect(closed).toHaveBeenCalledTimes(times);
  });

  test('leaves pings and the detection of silence to the next client', async () => {
    const { sendRequest } = pollingHub();
    await makeClient(undefined, undefined, { sendRequest }).client.start();
    const { hub, closed } = await startClient();
    const pings = () => hub.last.clientRecords.filter(({ type }) => type === 6).length;
    const before = pings();
    hub.last.push(PING);
    await advanceTime(14_999);
    expect(pings()).toBe(before);
    await advanceTime(1);
    expect(pings()).toBe(before + 1);
    await advanceTime(14_999);
    expect(closed).not.toHaveBeenCalled();
    await advanceTime(1);
    expect(closed).toHaveBeenCalledTimes(1);
  });
});

describe('stop', () => {
  test.each(['negotiate', 'connect', 'handshake'] as const)(
    'ends a start that stalls at %s at once, and logs nothing',
    async (stall) => {
      const hub = new MemoryHub();
      hub.behaviour = { stall };
      const { client } = makeClient(hub);
      const started = client.start().catch(String);
      await flushPromises();
      const ends: string[] = [];
      void client.stop().then(() => ends.push('stop'));
      void started.then(() => ends.push('start'));
      await flushPromises();
      expect(ends.sort()).toEqual(['start', 'stop']);
      expect(hub.connections.filter(({ readyState }) => readyState < 3)).toEqual([]);
      expect(jest.getTimerCount()).toBe(0);
      expect(output.lines).toEqual([]);
    },
  );

  test('sends a Close record on an established connection, and logs no failure', async () => {
    const { hub, client } = await startClient();
    hub.last.close = () => {
      throw new Error('The socket is gone');
    };
    await client.stop();
    expect(hub.last.clientRecords.at(-1)).toEqual({ type: 7 });
    expect(jest.getTimerCount()).toBe(0);
    expect(output.lines).toEqual([]);
  });
});

describe('SignalR’s log', () => {
  test('is written to the console from warnings on, without the token', async () => {
    const { hub } = await startClient();
    hub.last.push(PING, message('secret'));
    hub.last.deliver(null, 'x?access_token=s3cret');
    expect(output.lines).toEqual([
      "warn: No client method with the name 'x?access_token=***' found.",
    ]);
  });
});

describe('the transports', () => {
  const hubWith = (behaviour: MemoryHub['behaviour']) =>
    Object.assign(new MemoryHub(), { behaviour });

  test.each([
    ['are reported as tried, but not as refused once they have opened', 'handshake', [[1]]],
    ['are reported as refused before they have opened', 'connect', [[1], [0]]],
  ] as const)('%s', async (_, stall, expected) => {
    const { client, hub, transportTried } = makeClient(hubWith({ stall }));
    const starting = client.start();
    await flushPromises();
    expect(transportTried.mock.calls).toEqual([[1]]);
    hub.last.drop();
    await expect(starting).rejects.toThrow();
    expect(transportTried.mock.calls).toEqual(expected);
  });

  test.each([
    ['are not tried', 1, ['WebSockets', 'ServerSentEvents'], 2],
    ['are tried if the hub offers no other', 1, ['WebSockets'], 1],
    ['are tried in order if the hub offers no other', 3, ['WebSockets', 'ServerSentEvents'], 1],
  ] as const)('that are excluded %s', async (_, excluded, transports, tried) => {
    const hub = hubWith({ transports: [...transports] });
    const overrides = { ...hub.overrides(), excluded };
    const { client, received, transportTried } = makeClient(hub, undefined, overrides);
    await client.start();
    hub.last.push(message('live'));
    expect(transportTried.mock.calls).toEqual([[tried]]);
    expect(received).toEqual(['live']);
  });

  test('that are excluded do not hinder a hub that responds with an error', async () => {
    const hub = hubWith({ body: '{"error":"Not here"}' });
    const { client } = makeClient(hub, undefined, { ...hub.overrides(), excluded: 1 });
    await expect(client.start()).rejects.toThrow('Not here');
  });

  test('leave the start to the next one if an event stream is refused', async () => {
    const hub = hubWith({ transports: ['ServerSentEvents', 'WebSockets'], stall: 'connect' });
    const { client, received } = makeClient(hub);
    const starting = client.start();
    await flushPromises();
    delete hub.behaviour.stall;
    hub.last.drop();
    await starting;
    hub.last.push(message('live'));
    expect(received).toEqual(['live']);
  });

  test('fail to start if the event stream ends during the first ping', async () => {
    const hub = hubWith({ transports: ['ServerSentEvents'], endsAtPing: true });
    await expect(makeClient(hub).client.start()).rejects.toThrow('The event stream has ended');
  });
});
