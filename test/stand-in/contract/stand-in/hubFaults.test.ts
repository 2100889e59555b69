import { HubConnectionState, type HubConnection } from '@microsoft/signalr';
import { invocationRecord, type CloseOptions } from '../../hub/protocol/protocol';
import type { Provider } from '../../provider';
import { makeMessage } from '../../../support/contract/restClient';
import { RAW_TRANSPORTS } from '../../../support/contract/rawHub';
import { nextClose, nextEvent, openStandIn, type StandIn } from '../../../support/contract/standIn';

let standIn: StandIn;
beforeEach(async () => {
  standIn = await openStandIn();
});
afterEach(() => standIn.provider.stop());

const COMPLETION = '{"type":3,"invocationId":"0","result":null}\x1e';
const invocation = (target: string, args: unknown[]): string =>
  `${JSON.stringify({ type: 1, invocationId: '0', target, arguments: args })}\x1e`;
const transportUsed = (): string | undefined => standIn.provider.ledger.of('opened')[0]?.transport;

describe('starting a connection', () => {
  test('falls back to server-sent events when upgrades are rejected', async () => {
    standIn.provider.switches.calls.upgrade = { status: 400 };
    const connection = standIn.connection('any');
    await connection.start();
    expect(transportUsed()).toBe('ServerSentEvents');
    await connection.stop();
  });

  test('falls back to long polling when event streams are rejected too', async () => {
    standIn.provider.switches.calls.upgrade = { end: 'drop' };
    standIn.provider.switches.calls.hubGet = [{ status: 404, times: 1 }];
    const connection = standIn.connection('any');
    await connection.start();
    expect(transportUsed()).toBe('LongPolling');
    await connection.stop();
  });

  test('uses only the transports that negotiate offers', async () => {
    standIn.provider.switches.transports = ['LongPolling'];
    const connection = standIn.connection('any');
    await connection.start();
    expect(transportUsed()).toBe('LongPolling');
    await expect(standIn.connection().start()).rejects.toThrow('disabled by the client');
    await connection.stop();
  });

  test('stays pending while the upgrade hangs', async () => {
    const { ledger, switches } = standIn.provider;
    switches.calls.upgrade = { end: 'hang' };
    const start = standIn.connection().start();
    await ledger.waitFor((e) => e.kind === 'request' && e.call === 'upgrade');
    expect(ledger.requests('upgrade')[0]?.status).toBe('pending');
    await standIn.provider.stop();
    await expect(start).rejects.toBeDefined();
  });

  test('follows a negotiate redirect with its access token', async () => {
    const other = await openStandIn();
    const accessToken = other.customer.token;
    const url = `${other.provider.url}/chatHub66?userId=${other.customer.id}`;
    standIn.provider.switches.redirect = { url, accessToken };
    const connection = standIn.connection();
    await connection.start();
    expect(other.provider.hub.connections()).toHaveLength(1);
    await connection.stop();
    await other.provider.stop();
  });

  test.each([
    ['an error', '{"error":"No."}\x1e', 'No.'],
    ['no JSON', 'hello\x1e', 'JSON'],
    ['a ping', '{"type":6}\x1e', 'handshake response'],
  ])('fails when the handshake response is %s', async (_, reply, error) => {
    standIn.provider.switches.handshake = { reply };
    await expect(standIn.connection().start()).rejects.toThrow(error);
  });

  test('times out when the handshake gets no response', async () => {
    standIn.provider.switches.handshake = { reply: null, times: 1 };
    const connection = standIn.connection();
    connection.serverTimeoutInMilliseconds = 100;
    await expect(connection.start()).rejects.toThrow('Server timeout');
    connection.serverTimeoutInMilliseconds = 30_000;
    await connection.start();
    await connection.stop();
  });

  test('receives a message in the frame of the handshake response', async () => {
    const append = invocationRecord('ReceiveMessage', ['early']);
    standIn.provider.switches.handshake = { append };
    const connection = standIn.connection();
    const received = nextEvent(connection);
    await connection.start();
    expect(await received).toEqual(['early']);
    await connection.stop();
  });

  test('succeeds before the hub closes the connection right after the handshake', async () => {
    standIn.provider.switches.handshake = { close: { error: 'Full.' }, times: 1 };
    const connection = standIn.connection();
    const closed = nextClose(connection);
    await connection.start();
    expect((await closed)?.message).toContain('Full.');
  });

  test('fails when the handshake’s frame contains a Close record', async () => {
    standIn.provider.switches.handshake = { close: { error: 'Full.', sameFrame: true } };
    await expect(standIn.connection().start()).rejects.toBeDefined();
  });
});

describe('a connection with `subscribeDelay`', () => {
  test('is Connected, but gets no message and no completion before its subscription', async () => {
    const { provider, customer } = standIn;
    provider.switches.subscribeDelay = 60_000;
    const connection = standIn.connection();
    await connection.start();
    expect(connection.state).toBe(HubConnectionState.Connected);
    provider.push(customer.id, 'lost');
    const typing = connection.invoke('SendTyping', customer.id, 1);
    await connection.stop();
    await expect(typing).rejects.toThrow('canceled');
    expect(provider.ledger.of('delivery')).toEqual([]);
    expect(provider.ledger.of('invocation')).toEqual([]);
  });

  test.each(Object.entries(RAW_TRANSPORTS))(
    'dispatches its invocations after the subscription over %s',
    async (_, open) => {
      const { provider, customer } = standIn;
      const { ledger, switches } = provider;
      switches.subscribeDelay = 100;
      const typing = invocation('SendTyping', [customer.id, 1]);
      const message = invocation('SendMessage', [makeMessage(customer.id)]);
      const raw = await open(provider, customer);
      const before = Date.now();
      const sent = raw.send(`{"protocol":"json","version":1}\x1e${typing}`);
      await ledger.waitFor(({ kind }) => kind === 'opened');
      provider.push(customer.id, 'lost');
      await sent;
      await raw.send(message);
      const expected = `{}\x1e${COMPLETION}${COMPLETION}`;
      expect(await raw.hear(expected.length)).toBe(expected);

      const invocations = ledger.of('invocation');
      expect(invocations).toMatchObject([{ target: 'SendTyping' }, { target: 'SendMessage' }]);
      const waited = (invocations[0]?.at ?? 0) - before;
      expect(waited).toBeGreaterThanOrEqual(95);
      provider.push(customer.id, 'kept');
      const kept = invocationRecord('ReceiveMessage', ['kept']);
      expect(await raw.hear(kept.length)).toBe(kept);
      raw.leave();
    },
  );
});

describe('an open connection', () => {
  const startConnection = async (): Promise<HubConnection> => {
    const connection = standIn.connection();
    await connection.start();
    return connection;
  };

  const closeReasons: [string, (provider: Provider) => unknown, string][] = [
    [
      'destroys the socket',
      ({ hub }) => {
        hub.terminate();
      },
      '1006',
    ],
    [
      'closes the socket with a code',
      ({ hub }) => {
        hub.closeSocket(1012);
      },
      '1012',
    ],
    [
      'sends a Close record with an error',
      ({ hub }) => {
        hub.close({ error: 'Bye.' });
      },
      'Bye.',
    ],
    [
      'sends malformed data',
      ({ hub }) => {
        hub.sendRaw('garbage\x1e');
      },
      'JSON',
    ],
    ['goes down', (provider) => provider.goDown(), '1006'],
  ];
  test.each(closeReasons)('closes with an error when the hub %s', async (_, act, error) => {
    const connection = await startConnection();
    const closed = nextClose(connection);
    await act(standIn.provider);
    expect((await closed)?.message).toContain(error);
  });

  test.each<[CloseOptions, string]>([
    [{}, '{"type":7}'],
    [{ allowReconnect: true }, '{"type":7,"allowReconnect":true}'],
    [{ error: 'Bye.', allowReconnect: true }, '{"type":7,"error":"Bye.","allowReconnect":true}'],
  ])('receives a Close record for %j', async (options, expected) => {
    const raw = await RAW_TRANSPORTS.WebSockets(standIn.provider, standIn.customer);
    await raw.send('{"protocol":"json","version":1}\x1e');
    expect(await raw.hear(3)).toBe('{}\x1e');
    standIn.provider.hub.close(options);
    expect(await raw.hear(expected.length + 1)).toBe(`${expected}\x1e`);
    await raw.ended;
  });

  test.each([
    ['every connection', () => (standIn.provider.switches.silent = true)],
    ['an open connection', () => standIn.provider.hub.silence()],
  ])('times out when the hub silences %s', async (_, silence) => {
    const connection = await startConnection();
    connection.serverTimeoutInMilliseconds = 150;
    // The next record that arrives starts the new timeout.
    await connection.invoke('SendTyping', standIn.customer.id, 1);
    const closed = nextClose(connection);
    silence();
    standIn.provider.push(standIn.customer.id, 'not delivered');
    connection.on('ReceiveMessage', () => {
      throw new Error('The message was delivered.');
    });
    expect((await closed)?.message).toContain('Server timeout');
  });

  test('gets no completion with `never`, but further invocations run', async () => {
    standIn.provider.switches.invocations['sendmessage'] = { never: true, times: 1 };
    const connection = await startConnection();
    const pending = connection.invoke('SendMessage', makeMessage(standIn.customer.id));
    const { ledger } = standIn.provider;
    await ledger.waitFor((e) => e.kind === 'invocation' && e.outcome === 'never');
    await connection.invoke('SendTyping', standIn.customer.id, 1);
    await connection.stop();
    await expect(pending).rejects.toThrow('canceled');
  });

  test('gets the error of an invocation fault, and is dropped with `drop`', async () => {
    standIn.provider.switches.invocations['sendtyping'] = [
      { error: 'Not today.', times: 1 },
      { drop: true, times: 1 },
    ];
    const connection = await startConnection();
    const sendTyping = (): Promise<unknown> =>
      connection.invoke('SendTyping', standIn.customer.id, 1);
    await expect(sendTyping()).rejects.toThrow('Not today.');
    await expect(sendTyping()).rejects.toThrow('1006');
  });

  test('completes a slow invocation before the next one runs', async () => {
    standIn.provider.switches.invocations['sendtyping'] = { delay: 100 };
    const connection = await startConnection();
    const order: string[] = [];
    const typing = connection.invoke('SendTyping', standIn.customer.id, 1);
    const message = connection.invoke('SendMessage', makeMessage(standIn.customer.id));
    await Promise.all([
      typing.then(() => order.push('typing')),
      message.then(() => order.push('message')),
    ]);
    expect(order).toEqual(['typing', 'message']);
    await connection.stop();
  });

  test('can be replaced on the same port after an outage', async () => {
    const { url } = standIn.provider;
    await standIn.provider.goDown();
    await expect(standIn.connection().start()).rejects.toThrow('fetch failed');
    await standIn.provider.comeUp();
    const connection = await startConnection();
    expect(connection.state).toBe(HubConnectionState.Connected);
    expect(standIn.provider.url).toBe(url);
    await connection.stop();
  });
});
