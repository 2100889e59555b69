import { HttpTransportType } from '@microsoft/signalr';
import { openStandIn, type StandIn } from '../../../support/contract/standIn';

let standIn: StandIn;
beforeEach(async () => {
  standIn = await openStandIn();
});
afterEach(() => standIn.provider.stop());

describe('ledger', () => {
  test('records the requests and events of a connection, without its token', async () => {
    const { provider, customer } = standIn;
    const before = Date.now();
    const connection = standIn.connection();
    await connection.start();
    await connection.invoke('SendTyping', customer.id, 1);
    provider.push(customer.id, 'x');
    await connection.stop();
    await provider.ledger.waitFor(({ kind }) => kind === 'closed');
    const ids = {
      customerId: customer.id,
      connectionId: connection.connectionId ?? (expect.any(String) as string),
    };
    expect(provider.ledger.entries).toMatchObject([
      { kind: 'request', call: 'negotiate', status: 200, token: 'header', customerId: customer.id },
      { kind: 'request', call: 'upgrade', status: 101, path: '/chatHub66' },
      { kind: 'opened', transport: 'WebSockets', ...ids },
      {
        kind: 'invocation',
        target: 'SendTyping',
        arguments: [customer.id, 1],
        outcome: 'completed',
      },
      { kind: 'delivery', target: 'ReceiveMessage', arguments: ['x'], ...ids },
      { kind: 'closed', by: 'client', sawClose: true },
    ]);
    const times = provider.ledger.entries.map(({ at }) => at);
    expect(times).toEqual([...times].sort((a, b) => a - b));
    expect(times[0]).toBeGreaterThanOrEqual(before);
    expect(JSON.stringify(provider.ledger.entries)).not.toContain(customer.token);
  });

  test('records whether a connection closed with a Close record', async () => {
    const { provider } = standIn;
    const connection = standIn.connection();
    await connection.start();
    provider.hub.terminate();
    const entry = await provider.ledger.waitFor(({ kind }) => kind === 'closed');
    expect(entry).toMatchObject({ by: 'server', sawClose: false });
  });

  test('records where a token was sent', async () => {
    const connection = standIn.connection(HttpTransportType.ServerSentEvents);
    await connection.start();
    await connection.stop();
    const { ledger, url } = standIn.provider;
    await fetch(`${url}/api/66/messages/2`);
    const sources = ledger.of('request').map(({ call, token }) => [call, token]);
    expect(sources).toContainEqual(['negotiate', 'header']);
    expect(sources).toContainEqual(['hubGet', 'query']);
    expect(sources).toContainEqual(['messages', 'none']);
  });

  test('waitFor resolves with the nth matching entry, past or future, and times out', async () => {
    const { ledger } = standIn.provider;
    const isSend = (entry: object): boolean => 'call' in entry && entry.call === 'send';
    const second = ledger.waitFor(isSend, 5000, 2);
    await standIn.client.send({});
    await standIn.client.send({});
    expect(await second).toBe(ledger.requests('send')[1]);
    await expect(ledger.waitFor(() => false, 20)).rejects.toThrow('Not in the ledger');
  });
});
