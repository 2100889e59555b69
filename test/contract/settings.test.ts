import { readToken } from '../provider/tokens';
import { aMessage } from './api';
import { nextEvent, openStandIn, type StandIn } from './standIn';

let standIn: StandIn;
beforeEach(async () => {
  standIn = await openStandIn();
});
afterEach(() => standIn.provider.stop());

const storedTime = async (): Promise<string | undefined> => {
  const all = (await (await standIn.api.messages()).json()) as { timestamp: string }[];
  return all[0]?.timestamp;
};

it.each([
  ['none', '2024-03-05T23:30:00.12'],
  ['Z', '2024-03-05T23:30:00.12Z'],
  ['+04:00', '2024-03-06T03:30:00.12+04:00'],
] as const)('answers times in the format %s', async (format, expected) => {
  standIn.provider.switches.timeFormat = format;
  await standIn.api.send({ timestamp: '2024-03-05T23:30:00.120Z' });
  expect(await storedTime()).toBe(expected);
});

it.each([
  ['2024-03-05T08:30:00', '2024-03-05T08:30:00'],
  ['2024-03-05T08:30:00.0000000', '2024-03-05T08:30:00'],
  ['2024-03-05T08:30:00.1234567+04:00', '2024-03-05T04:30:00.1234567'],
])('keeps the client’s time %s', async (timestamp, expected) => {
  await standIn.api.send({ timestamp });
  expect(await storedTime()).toBe(expected);
});

it('puts its own time on a message where it is told to', async () => {
  standIn.provider.switches.restamp = true;
  const before = Date.now();
  await standIn.api.send({});
  const time = Date.parse(`${await storedTime()}Z`);
  expect(time).toBeGreaterThanOrEqual(before - 5);
  expect(time).toBeLessThanOrEqual(Date.now() + 5);
});

it('tells the sender nothing, unless it echoes or broadcasts', async () => {
  const { provider, customer, api } = standIn;
  const connection = standIn.connection();
  await connection.start();
  await api.send({});
  await connection.invoke('SendMessage', aMessage(customer.id));
  expect(provider.ledger.of('delivery')).toEqual([]);
  expect(provider.conversation(customer.id)).toHaveLength(1);

  const echoed = nextEvent(connection);
  provider.switches.echo = true;
  await connection.invoke('SendMessage', { ...aMessage(customer.id), text: 'echo' });
  expect(await echoed).toEqual([expect.objectContaining({ text: 'echo' })]);

  const broadcast = nextEvent(connection);
  provider.switches.broadcastOnSend = true;
  await api.send({ text: 'broadcast' });
  expect(await broadcast).toEqual([expect.objectContaining({ text: 'broadcast' })]);
  await connection.stop();
});

it.each([
  ['any', '*'],
  ['none', null],
] as const)('answers wrong cross-origin headers: %s', async (cors, expected) => {
  standIn.provider.switches.cors = cors;
  const headers = { Origin: 'http://localhost:8080' };
  const answer = await fetch(`${standIn.provider.url}/api/66/login`, { headers });
  expect(answer.headers.get('Access-Control-Allow-Origin')).toBe(expected);
});

it('makes a message of any shape arrive', async () => {
  const connection = standIn.connection();
  await connection.start();
  const heard = nextEvent(connection);
  standIn.provider.push(standIn.customer.id, null, [1], 'x');
  expect(await heard).toEqual([null, [1], 'x']);
  await connection.stop();
});

it('stores without a word, and delivers what the operator says', () => {
  const { provider, customer } = standIn;
  provider.store(customer.id, { text: 'quiet', timestamp: '2024-03-05T08:30:00' });
  provider.operator.send(customer.id, { text: 'loud' });
  expect(provider.conversation(customer.id)).toEqual([
    {
      fromUserId: 1,
      toUserId: customer.id,
      text: 'quiet',
      imageUrl: null,
      timestamp: '2024-03-05T08:30:00',
    },
    expect.objectContaining({ fromUserId: 1, text: 'loud' }),
  ]);
});

it.each(['ws-federation', 'short', 'jwt'] as const)('signs and reads %s claims', (claims) => {
  const { provider, customer } = standIn;
  const token = provider.tokenFor('+994501234567', { claims });
  expect(readToken(token)).toBe(customer.id);
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
});

it('refuses an expired token, also on the hub', async () => {
  const { provider, customer } = standIn;
  const token = provider.tokenFor({ id: 70, username: '+994700000000' }, { expiresInSeconds: -60 });
  const headers = { Authorization: `Bearer ${token}` };
  const answer = await fetch(`${provider.url}/api/66/messages/70`, { headers });
  expect(answer.status).toBe(401);
  const hub = await fetch(`${provider.url}/chatHub66/negotiate?userId=70`, {
    method: 'POST',
    headers,
  });
  expect(hub.status).toBe(401);
  expect(provider.customerFor('+994700000001').id).toBe(71);
  expect(customer.id).toBe(2);
});
