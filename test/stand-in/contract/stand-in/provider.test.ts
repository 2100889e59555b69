import { Agent, request } from 'node:http';
import { HttpTransportType } from '@microsoft/signalr';
import type { Fault } from '../../control/switches';
import { startProvider } from '../../provider';
import {
  makeMessage,
  nextEvent,
  openStandIn,
  type StandIn,
} from '../../../support/contract/clients';

let standIn: StandIn;
afterEach(() => standIn.provider.stop());
const openEach = (): void => {
  beforeEach(async () => {
    standIn = await openStandIn();
  });
};

const historyTexts = async (): Promise<string[]> => {
  const history = (await (await standIn.client.messages()).json()) as { text: string }[];
  return history.map(({ text }) => text);
};

describe('provider', () => {
  const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  const countResources = (kind: string): number =>
    process.getActiveResourcesInfo().filter((name) => name === kind).length;

  test('leaves no timer and no port when it stops with pending calls', async () => {
    await nextTurn();
    const before = [countResources('TCPServerWrap'), countResources('Timeout')];
    standIn = await openStandIn({ operator: 'automatic', replyDelay: 60_000 });
    const { provider, client } = standIn;
    provider.switches.calls = { messages: { end: 'hang' }, upload: { delay: 60_000 } };
    provider.switches.invocations.sendtyping = { delay: 60_000 };
    const socket = standIn.connection();
    const polling = standIn.connection(HttpTransportType.LongPolling);
    await Promise.all([socket.start(), polling.start()]);
    await client.send({});
    const pending = [
      client.messages(),
      client.upload(Buffer.from('x')),
      socket.invoke('SendTyping', 2, 1),
    ];
    await provider.ledger.waitFor((e) => e.kind === 'invocation');
    await provider.ledger.waitFor((e) => e.kind === 'request' && e.call === 'messages');
    expect(countResources('TCPServerWrap')).toBe((before[0] ?? 0) + 1);

    await provider.stop();
    for (const call of pending) await expect(call).rejects.toBeDefined();
    await Promise.all([socket.stop(), polling.stop()]);
    await nextTurn();
    expect(countResources('TCPServerWrap')).toBe(before[0]);
    expect(provider.hub.connections()).toEqual([]);
    // The clients' timers end within this deadline, the stand-in's run longer.
    const deadline = performance.now() + 2500;
    while (countResources('Timeout') > (before[1] ?? 0) && performance.now() < deadline)
      await nextTurn();
    expect(countResources('Timeout')).toBeLessThanOrEqual(before[1] ?? 0);
  });

  test('uses the given port, and does not start if it is busy', async () => {
    standIn = await openStandIn();
    const port = Number(new URL(standIn.provider.url).port);
    await expect(startProvider({ port })).rejects.toThrow('EADDRINUSE');
    await standIn.provider.stop();
    const second = await startProvider({ port });
    expect(second.url).toBe(standIn.provider.url);
    await second.stop();
  });

  test('still responds after a client has aborted a request', async () => {
    standIn = await openStandIn();
    const { provider, client, customer } = standIn;
    const agent = new Agent();
    const aborted = request(`${provider.url}/api/66/send`, {
      method: 'POST',
      agent,
      headers: {
        'Content-Type': 'application/json',
        'Content-Length': 1000,
        Authorization: `Bearer ${customer.token}`,
      },
    }).on('error', () => undefined);
    aborted.write('{"text":');
    await provider.ledger.waitFor((e) => e.kind === 'request' && e.call === 'send');
    aborted.destroy();
    await provider.ledger.waitFor((e) => e.kind === 'request' && e.status === 'dropped');
    expect((await client.messages()).status).toBe(200);
    agent.destroy();
  });

  test.each(['/control/operator', '/operator/'])('rejects other hosts at %s', async (path) => {
    standIn = await openStandIn();
    const statusWith = (headers: Record<string, string>) =>
      // `fetch` does not allow a Host header.
      new Promise<number | undefined>((resolve, reject) => {
        const method = path === '/operator/' ? 'GET' : 'POST';
        request(standIn.provider.url + path, { method, headers }, (response) => {
          response.resume();
          resolve(response.statusCode);
        })
          .on('error', reject)
          .end();
      });
    expect(await statusWith({})).not.toBe(403);
    expect(await statusWith({ Host: 'chat.example.az' })).toBe(403);
    expect(await statusWith({ Origin: 'http://chat.example.az' })).toBe(403);
  });
});

describe('a fault of a call', () => {
  openEach();
  const setFault = (fault: Fault): void => {
    standIn.provider.switches.calls = { send: fault };
  };
  const storedCount = (): number => standIn.provider.conversation(standIn.customer.id).length;

  test('responds with its status, content type and body, as often as `times`', async () => {
    setFault({ status: 503, body: '<h1>Busy</h1>', contentType: 'text/html', times: 1 });
    const response = await standIn.client.send({});
    expect(response.status).toBe(503);
    expect(response.headers.get('Content-Type')).toMatch(/^text\/html/);
    expect(await response.text()).toBe('<h1>Busy</h1>');
    expect((await standIn.client.send({})).status).toBe(200);
  });

  test.each<[string, Fault, number]>([
    ['`drop` loses the request: nothing is stored', { end: 'drop' }, 0],
    [
      '`drop` afterwards loses the response: the message is stored',
      { end: 'drop', when: 'after' },
      1,
    ],
    ['`cut` loses half of the response: the message is stored', { end: 'cut' }, 1],
  ])('%s', async (_, fault, count) => {
    setFault(fault);
    await expect(standIn.client.send({}).then((response) => response.text())).rejects.toBeDefined();
    expect(storedCount()).toBe(count);
  });

  test.each<[string, Fault, number]>([
    ['a status replaces the call: nothing is stored', { status: 500 }, 0],
    ['a status afterwards: the message is stored', { status: 500, when: 'after' }, 1],
  ])('%s', async (_, fault, count) => {
    setFault(fault);
    expect((await standIn.client.send({})).status).toBe(500);
    expect(storedCount()).toBe(count);
  });

  test('delays the response by `delay` ms', async () => {
    setFault({ delay: 150 });
    const start = performance.now();
    expect((await standIn.client.send({})).status).toBe(200);
    expect(performance.now() - start).toBeGreaterThan(140);
  });

  test.each<[string, Fault]>([
    ['hang', { end: 'hang' }],
    ['stall', { end: 'stall' }],
  ])('keeps the call pending with `%s` until the client aborts it', async (_, fault) => {
    standIn.provider.switches.calls = { messages: fault };
    const abort = new AbortController();
    const url = `${standIn.provider.url}/api/66/messages/${standIn.customer.id}`;
    const headers = { Authorization: `Bearer ${standIn.customer.token}` };
    const call = fetch(url, { headers, signal: abort.signal }).then((response) => response.text());
    const { ledger } = standIn.provider;
    await ledger.waitFor((e) => e.kind === 'request' && e.status === 'pending');
    abort.abort();
    await expect(call).rejects.toThrow('aborted');
    await ledger.waitFor((e) => e.kind === 'request' && e.status === 'dropped');
  });
});

describe('switches', () => {
  openEach();

  test.each([
    ['none', ` "A" & <b>\n'B'</b> `],
    ['trim', `"A" & <b>\n'B'</b>`],
    ['encode', ' &quot;A&quot; &amp; &lt;b&gt;\n&#39;B&#39;&lt;/b&gt; '],
    ['lineEnds', ` "A" & <b>\r\n'B'</b> `],
  ] as const)('rewrite "%s" changes the stored and the broadcast text', async (rewrite, text) => {
    const { provider, client } = standIn;
    Object.assign(provider.switches, { rewrite, broadcastOnSend: true });
    const connection = standIn.connection();
    await connection.start();
    const broadcast = nextEvent(connection);
    await client.send({ text: ` "A" & <b>\n'B'</b> ` });
    expect(await broadcast).toEqual([expect.objectContaining({ text })]);
    expect(await historyTexts()).toEqual([text]);
    await connection.stop();
  });

  test('historyLag hides newer messages, and historyReplicas take turns', async () => {
    const { provider, customer } = standIn;
    provider.store(customer.id, { text: 'old' }, 60_000);
    provider.store(customer.id, { text: 'new', timestamp: '2024-03-05T08:30:00' });
    provider.switches.historyLag = 30_000;
    expect(await historyTexts()).toEqual(['old']);
    provider.switches.historyReplicas = [0, 30_000, 90_000];
    const all = [await historyTexts(), await historyTexts(), await historyTexts()];
    expect(all).toEqual([['old', 'new'], ['old'], []]);
    expect(await historyTexts()).toEqual(['old', 'new']);
  });

  test('echo delivers a message to its sender', async () => {
    const { provider, customer } = standIn;
    const connection = standIn.connection();
    await connection.start();
    await connection.invoke('SendMessage', makeMessage(customer.id));
    expect(provider.ledger.of('delivery')).toEqual([]);
    expect(provider.conversation(customer.id)).toEqual([]);
    const echoed = nextEvent(connection);
    provider.switches.echo = true;
    await connection.invoke('SendMessage', { ...makeMessage(customer.id), text: 'echo' });
    expect(await echoed).toEqual([expect.objectContaining({ text: 'echo' })]);
    await connection.stop();
  });
});
