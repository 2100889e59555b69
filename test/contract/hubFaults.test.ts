import { HubConnectionState, type HubConnection } from '@microsoft/signalr';
import { invocationRecord, type CloseOptions } from '../provider/hub/protocol';
import type { Provider } from '../provider/provider';
import { aMessage } from './api';
import { RAW_TRANSPORTS } from './rawHub';
import { closing, nextEvent, openStandIn, type StandIn } from './standIn';

let standIn: StandIn;
beforeEach(async () => {
  standIn = await openStandIn();
});
afterEach(() => standIn.provider.stop());

const transportUsed = (): string | undefined => standIn.provider.ledger.of('opened')[0]?.transport;

describe('starting', () => {
  it('falls to server-sent events where upgrades are refused', async () => {
    standIn.provider.switches.calls.upgrade = { status: 400 };
    const connection = standIn.connection('any');
    await connection.start();
    expect(transportUsed()).toBe('ServerSentEvents');
    await connection.stop();
  });

  it('falls to long polling where event streams are refused as well', async () => {
    standIn.provider.switches.calls.upgrade = { end: 'drop' };
    standIn.provider.switches.calls.hubGet = [{ status: 404, times: 1 }];
    const connection = standIn.connection('any');
    await connection.start();
    expect(transportUsed()).toBe('LongPolling');
    await connection.stop();
  });

  it('offers fewer transports', async () => {
    standIn.provider.switches.transports = ['LongPolling'];
    const connection = standIn.connection('any');
    await connection.start();
    expect(transportUsed()).toBe('LongPolling');
    await expect(standIn.connection().start()).rejects.toThrow('disabled by the client');
    await connection.stop();
  });

  it('never answers an upgrade', async () => {
    const { ledger, switches } = standIn.provider;
    switches.calls.upgrade = { end: 'hang' };
    const start = standIn.connection().start();
    await ledger.waitFor((e) => e.kind === 'request' && e.call === 'upgrade');
    expect(ledger.requests('upgrade')[0]?.status).toBe('pending');
    await standIn.provider.stop();
    await expect(start).rejects.toBeDefined();
  });

  it('redirects a negotiation, with a token for the other side', async () => {
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

  it.each([
    ['an error', '{"error":"No."}\x1e', 'No.'],
    ['garbage', 'hello\x1e', 'JSON'],
    ['a ping', '{"type":6}\x1e', 'handshake response'],
  ])('answers a handshake with %s', async (_, reply, error) => {
    standIn.provider.switches.handshake = { reply };
    await expect(standIn.connection().start()).rejects.toThrow(error);
  });

  it('never answers a handshake', async () => {
    standIn.provider.switches.handshake = { reply: null, times: 1 };
    const connection = standIn.connection();
    connection.serverTimeoutInMilliseconds = 100;
    await expect(connection.start()).rejects.toThrow('Server timeout');
    await connection.start();
    await connection.stop();
  });

  it('puts a message into the handshake’s own frame', async () => {
    const append = invocationRecord('ReceiveMessage', ['early']);
    standIn.provider.switches.handshake = { append };
    const connection = standIn.connection();
    const heard = nextEvent(connection);
    await connection.start();
    expect(await heard).toEqual(['early']);
    await connection.stop();
  });

  it('closes right after the handshake', async () => {
    standIn.provider.switches.handshake = { close: { error: 'Full.' }, times: 1 };
    const connection = standIn.connection();
    const closed = closing(connection);
    await connection.start();
    expect((await closed)?.message).toContain('Full.');
  });

  it('closes in the handshake’s own frame', async () => {
    standIn.provider.switches.handshake = { close: { error: 'Full.', sameFrame: true } };
    await expect(standIn.connection().start()).rejects.toBeDefined();
  });
});

describe('while connected', () => {
  const started = async (): Promise<HubConnection> => {
    const connection = standIn.connection();
    await connection.start();
    return connection;
  };

  const ends: [string, (provider: Provider) => unknown, string][] = [
    [
      'cuts the wire',
      ({ hub }) => {
        hub.terminate();
      },
      '1006',
    ],
    [
      'closes with a code',
      ({ hub }) => {
        hub.closeSocket(1012);
      },
      '1012',
    ],
    [
      'closes with an error',
      ({ hub }) => {
        hub.close({ error: 'Bye.' });
      },
      'Bye.',
    ],
    [
      'sends garbage',
      ({ hub }) => {
        hub.sendRaw('garbage\x1e');
      },
      'JSON',
    ],
    ['leaves its port', (provider) => provider.goDown(), '1006'],
  ];
  it.each(ends)('%s', async (_, act, error) => {
    const connection = await started();
    const closed = closing(connection);
    await act(standIn.provider);
    expect((await closed)?.message).toContain(error);
  });

  it.each<[CloseOptions, string]>([
    [{}, '{"type":7}'],
    [{ allowReconnect: true }, '{"type":7,"allowReconnect":true}'],
    [{ error: 'Bye.', allowReconnect: true }, '{"type":7,"error":"Bye.","allowReconnect":true}'],
  ])('closes with %j', async (options, expected) => {
    const raw = await RAW_TRANSPORTS.WebSockets(standIn.provider, standIn.customer);
    await raw.send('{"protocol":"json","version":1}\x1e');
    expect(await raw.hear(3)).toBe('{}\x1e');
    standIn.provider.hub.close(options);
    expect(await raw.hear(expected.length + 1)).toBe(`${expected}\x1e`);
    await raw.ended;
  });

  it.each([
    ['everybody', () => (standIn.provider.switches.silent = true)],
    ['one connection', () => standIn.provider.hub.silence()],
  ])('falls silent for %s, with the wire open', async (_, silence) => {
    const connection = standIn.connection();
    connection.serverTimeoutInMilliseconds = 150;
    await connection.start();
    const closed = closing(connection);
    silence();
    standIn.provider.push(standIn.customer.id, 'unheard');
    connection.on('ReceiveMessage', () => {
      throw new Error('It was heard.');
    });
    expect((await closed)?.message).toContain('Server timeout');
  });

  it('never completes an invocation', async () => {
    standIn.provider.switches.invocations['sendmessage'] = { never: true, times: 1 };
    const connection = await started();
    const lost = connection.invoke('SendMessage', aMessage(standIn.customer.id));
    const { ledger } = standIn.provider;
    await ledger.waitFor((e) => e.kind === 'invocation' && e.outcome === 'never');
    await connection.invoke('SendTyping', standIn.customer.id, 1);
    await connection.stop();
    await expect(lost).rejects.toThrow('canceled');
  });

  it('fails an invocation with words of its own, or by dropping the line', async () => {
    standIn.provider.switches.invocations['sendtyping'] = [
      { error: 'Not today.', times: 1 },
      { drop: true, times: 1 },
    ];
    const connection = await started();
    const type = (): Promise<unknown> => connection.invoke('SendTyping', standIn.customer.id, 1);
    await expect(type()).rejects.toThrow('Not today.');
    await expect(type()).rejects.toThrow('1006');
  });

  it('lets a slow invocation hold up those behind it', async () => {
    standIn.provider.switches.invocations['sendtyping'] = { delay: 100 };
    const connection = await started();
    const order: string[] = [];
    const typing = connection.invoke('SendTyping', standIn.customer.id, 1);
    const message = connection.invoke('SendMessage', aMessage(standIn.customer.id));
    await Promise.all([
      typing.then(() => order.push('typing')),
      message.then(() => order.push('message')),
    ]);
    expect(order).toEqual(['typing', 'message']);
    await connection.stop();
  });

  it('comes back on the same port', async () => {
    const { url } = standIn.provider;
    await standIn.provider.goDown();
    await expect(standIn.connection().start()).rejects.toThrow('fetch failed');
    await standIn.provider.comeUp();
    const connection = await started();
    expect(connection.state).toBe(HubConnectionState.Connected);
    expect(standIn.provider.url).toBe(url);
    await connection.stop();
  });
});
