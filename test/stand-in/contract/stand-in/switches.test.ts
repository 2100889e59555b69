import { verifyToken } from '../../rest/tokens';
import { makeMessage } from '../../../support/contract/restClient';
import { nextEvent, openStandIn, type StandIn } from '../../../support/contract/standIn';

let standIn: StandIn;
beforeEach(async () => {
  standIn = await openStandIn();
});
afterEach(() => standIn.provider.stop());

const history = async (): Promise<{ text: string; timestamp: string }[]> =>
  (await (await standIn.client.messages()).json()) as { text: string; timestamp: string }[];
const firstTimestamp = async (): Promise<string | undefined> => (await history())[0]?.timestamp;
const historyTexts = async (): Promise<string[]> => (await history()).map(({ text }) => text);

describe('switches', () => {
  test.each([
    ['none', '2024-03-05T23:30:00.12'],
    ['Z', '2024-03-05T23:30:00.12Z'],
    ['+04:00', '2024-03-06T03:30:00.12+04:00'],
  ] as const)('timeFormat: %s sets the zone of timestamps', async (format, expected) => {
    standIn.provider.switches.timeFormat = format;
    await standIn.client.send({ timestamp: '2024-03-05T23:30:00.120Z' });
    expect(await firstTimestamp()).toBe(expected);
  });

  test.each([
    ['2024-03-05T08:30:00', '2024-03-05T08:30:00'],
    ['2024-03-05T08:30:00.0000000', '2024-03-05T08:30:00'],
    ['2024-03-05T08:30:00.1234567+04:00', '2024-03-05T04:30:00.1234567'],
  ])('restamp: false keeps the client’s time %s', async (timestamp, expected) => {
    await standIn.client.send({ timestamp });
    expect(await firstTimestamp()).toBe(expected);
  });

  test('restamp: true replaces the client’s time with the server’s', async () => {
    standIn.provider.switches.restamp = true;
    const before = Date.now();
    await standIn.client.send({});
    const time = Date.parse(`${await firstTimestamp()}Z`);
    expect(time).toBeGreaterThanOrEqual(before - 5);
    expect(time).toBeLessThanOrEqual(Date.now() + 5);
  });

  test.each([
    ['none', ` "A" & <b>\n'B'</b> `],
    ['trim', `"A" & <b>\n'B'</b>`],
    ['encode', ' &quot;A&quot; &amp; &lt;b&gt;\n&#39;B&#39;&lt;/b&gt; '],
    ['lineEnds', ` "A" & <b>\r\n'B'</b> `],
  ] as const)(
    'rewrite applies "%s" to the stored and the broadcast text',
    async (rewrite, text) => {
      const { provider, customer, client } = standIn;
      Object.assign(provider.switches, { rewrite, broadcastOnSend: true });
      const connection = standIn.connection();
      await connection.start();
      const broadcast = nextEvent(connection);
      await client.send({ text: ` "A" & <b>\n'B'</b> ` });
      expect(await broadcast).toEqual([expect.objectContaining({ text })]);
      expect(provider.conversation(customer.id)).toEqual([expect.objectContaining({ text })]);
      expect(await historyTexts()).toEqual([text]);
      await connection.stop();
    },
  );

  test('historyLag hides newer messages from the history only', async () => {
    const { provider, customer, client } = standIn;
    provider.store(customer.id, { text: 'old' }, 60_000);
    provider.store(customer.id, { text: 'new', timestamp: '2024-03-05T08:30:00' });
    provider.switches.historyLag = 30_000;
    await client.send({ text: 'sent' });
    expect(await historyTexts()).toEqual(['old']);
    expect(provider.conversation(customer.id)).toHaveLength(3);
    provider.switches.historyLag = 0;
    expect(await historyTexts()).toEqual(['old', 'new', 'sent']);
  });

  test('historyReplicas serve the histories in turn, instead of historyLag', async () => {
    const { provider, customer } = standIn;
    provider.store(customer.id, { text: 'old' }, 60_000);
    provider.store(customer.id, { text: 'new' });
    Object.assign(provider.switches, { historyLag: 90_000, historyReplicas: [0, 30_000, 90_000] });
    const all = [await historyTexts(), await historyTexts(), await historyTexts()];
    expect(all).toEqual([['old', 'new'], ['old'], []]);
    expect(await historyTexts()).toEqual(['old', 'new']);
  });

  test('echo and broadcastOnSend deliver a message to its sender', async () => {
    const { provider, customer, client } = standIn;
    const connection = standIn.connection();
    await connection.start();
    await client.send({});
    await connection.invoke('SendMessage', makeMessage(customer.id));
    expect(provider.ledger.of('delivery')).toEqual([]);
    expect(provider.conversation(customer.id)).toHaveLength(1);

    const echoed = nextEvent(connection);
    provider.switches.echo = true;
    await connection.invoke('SendMessage', { ...makeMessage(customer.id), text: 'echo' });
    expect(await echoed).toEqual([expect.objectContaining({ text: 'echo' })]);

    const broadcast = nextEvent(connection);
    provider.switches.broadcastOnSend = true;
    await client.send({ text: 'broadcast' });
    expect(await broadcast).toEqual([expect.objectContaining({ text: 'broadcast' })]);
    await connection.stop();
  });

  test.each([
    ['any', '*'],
    ['none', null],
  ] as const)('cors: %s breaks the CORS headers', async (cors, expected) => {
    standIn.provider.switches.cors = cors;
    const headers = { Origin: 'http://localhost:8080' };
    const response = await fetch(`${standIn.provider.url}/api/66/login`, { headers });
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe(expected);
  });
});

describe('provider', () => {
  test('push delivers any arguments', async () => {
    const connection = standIn.connection();
    await connection.start();
    const received = nextEvent(connection);
    standIn.provider.push(standIn.customer.id, null, [1], 'x');
    expect(await received).toEqual([null, [1], 'x']);
    await connection.stop();
  });

  test('store and operator.send store a message of the operator', () => {
    const { provider, customer } = standIn;
    provider.store(customer.id, { text: 'stored', timestamp: '2024-03-05T08:30:00' });
    provider.operator.send(customer.id, { text: 'sent' });
    expect(provider.conversation(customer.id)).toEqual([
      {
        fromUserId: 1,
        toUserId: customer.id,
        text: 'stored',
        imageUrl: null,
        timestamp: '2024-03-05T08:30:00',
      },
      expect.objectContaining({ fromUserId: 1, text: 'sent' }),
    ]);
  });

  test.each(['ws-federation', 'short', 'jwt'] as const)(
    'tokenFor issues valid tokens with %s claims',
    (claims) => {
      const { provider, customer } = standIn;
      const token = provider.tokenFor('+994501234567', { claims });
      expect(verifyToken(token)).toBe(customer.id);
      const names = Object.keys(
        JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as object,
      );
      expect(names[0]).toBe(
        {
          'ws-federation': 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/nameidentifier',
          short: 'nameid',
          jwt: 'sub',
        }[claims],
      );
    },
  );

  test('tokenFor issues an expired token, which the API and the hub reject', async () => {
    const { provider, customer } = standIn;
    const token = provider.tokenFor(
      { id: 70, username: '+994700000000' },
      { expiresInSeconds: -60 },
    );
    const headers = { Authorization: `Bearer ${token}` };
    const response = await fetch(`${provider.url}/api/66/messages/70`, { headers });
    expect(response.status).toBe(401);
    const hub = await fetch(`${provider.url}/chatHub66/negotiate?userId=70`, {
      method: 'POST',
      headers,
    });
    expect(hub.status).toBe(401);
    expect(provider.customerFor('+994700000001').id).toBe(71);
    expect(customer.id).toBe(2);
  });
});
