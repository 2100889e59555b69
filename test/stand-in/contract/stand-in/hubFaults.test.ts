import { HubConnectionState, type HubConnection } from '@microsoft/signalr';
import {
  makeMessage,
  nextClose,
  openStandIn,
  type StandIn,
} from '../../../support/contract/clients';

let standIn: StandIn;
beforeEach(async () => {
  standIn = await openStandIn();
});
afterEach(() => standIn.provider.stop());

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
});

describe('an open connection', () => {
  const startConnection = async (): Promise<HubConnection> => {
    const connection = standIn.connection();
    await connection.start();
    return connection;
  };

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
    standIn.provider.switches.invocations.sendmessage = { never: true, times: 1 };
    const connection = await startConnection();
    const pending = connection.invoke('SendMessage', makeMessage(standIn.customer.id));
    const { ledger } = standIn.provider;
    await ledger.waitFor((e) => e.kind === 'invocation' && e.outcome === 'never');
    await connection.invoke('SendTyping', standIn.customer.id, 1);
    await connection.stop();
    await expect(pending).rejects.toThrow('canceled');
  });

  test('gets the error of an invocation fault, and is dropped with `drop`', async () => {
    standIn.provider.switches.invocations.sendtyping = [
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
    standIn.provider.switches.invocations.sendtyping = { delay: 100 };
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
});
