import { HttpTransportType, type HubConnection } from '@microsoft/signalr';
import { invocationRecord } from '../../hub/protocol';
import {
  HANDSHAKE,
  RAW_TRANSPORTS,
  RECORD_END,
  bearer,
  makeMessage,
  negotiatedUrl,
  nextClose,
  openStandIn,
  type RawHub,
  type StandIn,
} from '../../../support/contract/clients';

let standIn: StandIn;
const start = async (...options: Parameters<typeof openStandIn>): Promise<void> => {
  standIn = await openStandIn(...options);
};
afterEach(() => standIn.provider.stop());

async function open(transport: keyof typeof RAW_TRANSPORTS): Promise<RawHub> {
  const hub = await RAW_TRANSPORTS[transport](standIn.provider, standIn.customer);
  await hub.send(HANDSHAKE);
  expect(await hub.hear(3)).toBe(`{}${RECORD_END}`);
  return hub;
}

test.each(['WebSockets', 'ServerSentEvents', 'LongPolling'] as const)(
  'frames over %s hold the records that are written in one turn of the event loop',
  async (transport) => {
    await start();
    const event = (text: string): string => invocationRecord('ReceiveMessage', [text]);
    const push = (text: string): void => standIn.provider.push(standIn.customer.id, text);
    const hub = await open(transport);
    push('1');
    push('2');
    const first = event('1') + event('2');
    await hub.hear(first.length);
    push('3');
    standIn.provider.hub.close();
    const second = `${event('3')}{"type":7}${RECORD_END}`;
    await hub.hear(second.length);
    expect(hub.frames.slice(1)).toEqual([first, second]);
    await hub.ended;
  },
);

describe('hub timing', () => {
  const PING = '{"type":6}\x1e';

  test('a ping waits for the next heartbeat after `keepAlive` ms', async () => {
    await start({ timing: { heartbeat: 120, keepAlive: 20 } });
    const before = performance.now();
    const hub = await open('WebSockets');
    await hub.hear(PING.length);
    expect(performance.now() - before).toBeGreaterThanOrEqual(115);
    hub.leave();
  });

  test('long polling has no pings and no client timeout', async () => {
    await start({ timing: { heartbeat: 10, clientTimeout: 60, keepAlive: 20 } });
    const polling = await open('LongPolling');
    await polling.send(PING);
    // The WebSocket connection opened later, and is closed by the client timeout first.
    const socket = await open('WebSockets');
    await socket.send(PING);
    await socket.ended;
    const [remaining] = standIn.provider.hub.connections();
    expect(remaining?.transportName).toBe('LongPolling');
    remaining?.send('next');
    expect(await polling.hear(4)).toBe('next');
    polling.leave();
  });

  test('a poll without data gets an empty response after `poll` ms', async () => {
    await start({ timing: { poll: 50 } });
    const url = await negotiatedUrl(standIn.provider, standIn.customer);
    const poll = async (): Promise<[number, string]> => {
      const response = await fetch(url, { headers: bearer(standIn.customer) });
      return [response.status, await response.text()];
    };
    await poll();
    expect(await poll()).toEqual([200, '']);
  });
});

describe('a connection', () => {
  let connection: HubConnection;
  beforeEach(async () => {
    await start();
    connection = standIn.connection();
    await connection.start();
  });
  const sendTyping = (): Promise<unknown> =>
    connection.invoke('SendTyping', standIn.customer.id, 1);

  test('times out when the hub silences it', async () => {
    connection.serverTimeoutInMilliseconds = 150;
    // The next record that arrives starts the new timeout.
    await sendTyping();
    const closed = nextClose(connection);
    standIn.provider.hub.silence();
    standIn.provider.push(standIn.customer.id, 'not delivered');
    connection.on('ReceiveMessage', () => {
      throw new Error('The message was delivered.');
    });
    expect((await closed)?.message).toContain('Server timeout');
  });

  test('gets no completion with `never`, but further invocations run', async () => {
    standIn.provider.switches.invocations.sendmessage = { never: true, times: 1 };
    const pending = connection.invoke('SendMessage', makeMessage(standIn.customer.id));
    const { ledger } = standIn.provider;
    await ledger.waitFor((e) => e.kind === 'invocation' && e.outcome === 'never');
    await sendTyping();
    await connection.stop();
    await expect(pending).rejects.toThrow('canceled');
  });

  test('gets the error of an invocation fault, and is dropped with `drop`', async () => {
    standIn.provider.switches.invocations.sendtyping = [
      { error: 'Not today.', times: 1 },
      { drop: true, times: 1 },
    ];
    await expect(sendTyping()).rejects.toThrow('Not today.');
    await expect(sendTyping()).rejects.toThrow('1006');
  });

  test('completes a slow invocation before the next one runs', async () => {
    standIn.provider.switches.invocations.sendtyping = { delay: 100 };
    const order: string[] = [];
    await Promise.all([
      sendTyping().then(() => order.push('typing')),
      connection
        .invoke('SendMessage', makeMessage(standIn.customer.id))
        .then(() => order.push('message')),
    ]);
    expect(order).toEqual(['typing', 'message']);
    await connection.stop();
  });

  test('is recorded in the ledger with its requests and events, without its token', async () => {
    const { provider, customer } = standIn;
    await sendTyping();
    provider.push(customer.id, 'x');
    await connection.stop();
    await provider.ledger.waitFor(({ kind }) => kind === 'closed');
    const of = { customerId: customer.id };
    expect(provider.ledger.entries).toMatchObject([
      { kind: 'request', call: 'negotiate', status: 200, token: 'header', ...of },
      { kind: 'request', call: 'upgrade', status: 101, path: '/chatHub66', token: 'header' },
      { kind: 'opened', transport: 'WebSockets', ...of },
      { kind: 'invocation', target: 'SendTyping', outcome: 'completed', ...of },
      { kind: 'delivery', target: 'ReceiveMessage', arguments: ['x'], ...of },
      { kind: 'closed', by: 'client', sawClose: true },
    ]);
    expect(JSON.stringify(provider.ledger.entries)).not.toContain(customer.token);
    const events = standIn.connection(HttpTransportType.ServerSentEvents);
    await events.start();
    await events.stop();
    expect(provider.ledger.requests('hubGet')).toMatchObject([{ token: 'query' }]);
  });
});
