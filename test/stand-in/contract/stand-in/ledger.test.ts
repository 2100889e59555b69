import { HttpTransportType } from '@microsoft/signalr';
import { openStandIn, type StandIn } from '../../../support/contract/clients';

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
});
