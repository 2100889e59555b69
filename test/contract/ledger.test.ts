import { HttpTransportType } from '@microsoft/signalr';
import { openStandIn, type StandIn } from './standIn';

let standIn: StandIn;
beforeEach(async () => {
  standIn = await openStandIn();
});
afterEach(() => standIn.provider.stop());

it('tells a connection’s whole story, and never a token', async () => {
  const { provider, customer } = standIn;
  const before = Date.now();
  const connection = standIn.connection();
  await connection.start();
  await connection.invoke('SendTyping', customer.id, 1);
  provider.push(customer.id, 'x');
  await connection.stop();
  await provider.ledger.waitFor(({ kind }) => kind === 'closed');
  const who = {
    customerId: customer.id,
    connectionId: connection.connectionId ?? (expect.any(String) as string),
  };
  expect(provider.ledger.entries).toMatchObject([
    { kind: 'request', call: 'negotiate', status: 200, token: 'header', customerId: customer.id },
    { kind: 'request', call: 'upgrade', status: 101, path: '/chatHub66' },
    { kind: 'opened', transport: 'WebSockets', ...who },
    { kind: 'invocation', target: 'SendTyping', arguments: [customer.id, 1], outcome: 'completed' },
    { kind: 'delivery', target: 'ReceiveMessage', arguments: ['x'], ...who },
    { kind: 'closed', by: 'client', sawClose: true },
  ]);
  const times = provider.ledger.entries.map(({ at }) => at);
  expect(times).toEqual([...times].sort((a, b) => a - b));
  expect(times[0]).toBeGreaterThanOrEqual(before);
  expect(JSON.stringify(provider.ledger.entries)).not.toContain(customer.token);
});

it('tells a goodbye from a cut', async () => {
  const { provider } = standIn;
  const connection = standIn.connection();
  await connection.start();
  provider.hub.terminate();
  const entry = await provider.ledger.waitFor(({ kind }) => kind === 'closed');
  expect(entry).toMatchObject({ by: 'server', sawClose: false });
});

it('tells how a token was carried', async () => {
  const connection = standIn.connection(HttpTransportType.ServerSentEvents);
  await connection.start();
  await connection.stop();
  const { ledger, url } = standIn.provider;
  await fetch(`${url}/api/66/messages/2`);
  const carried = ledger.of('request').map(({ call, token }) => [call, token]);
  expect(carried).toContainEqual(['negotiate', 'header']);
  expect(carried).toContainEqual(['hubGet', 'query']);
  expect(carried).toContainEqual(['messages', 'none']);
});

it('waits for what has not happened yet, for the nth of it, and not for ever', async () => {
  const { ledger } = standIn.provider;
  const isSend = (entry: object): boolean => 'call' in entry && entry.call === 'send';
  const second = ledger.waitFor(isSend, 5000, 2);
  await standIn.api.send({});
  await standIn.api.send({});
  expect(await second).toBe(ledger.requests('send')[1]);
  await expect(ledger.waitFor(() => false, 20)).rejects.toThrow('Not in the ledger');
});
