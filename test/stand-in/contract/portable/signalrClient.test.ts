import {
  HttpTransportType,
  HubConnectionBuilder,
  HubConnectionState,
  NullLogger,
  type HubConnection,
} from '@microsoft/signalr';
import {
  makeMessage,
  openTarget,
  type Session,
  type Target,
} from '../../../support/contract/clients';

let target: Target;
let customer: Session;

beforeAll(async () => {
  target = await openTarget();
  customer = await target.signIn('+994559998877');
});
afterAll(() => target.stop());

const TRANSPORTS = [
  ['WebSockets', HttpTransportType.WebSockets],
  ['ServerSentEvents', HttpTransportType.ServerSentEvents],
  ['LongPolling', HttpTransportType.LongPolling],
] as const;

function createConnection(transport: HttpTransportType, token = customer.token): HubConnection {
  const url = `${target.url}/chatHub66?userId=${customer.id}`;
  return new HubConnectionBuilder()
    .withUrl(url, { transport, accessTokenFactory: () => token })
    .configureLogging(NullLogger.instance)
    .build();
}

const nextEvent = (connection: HubConnection, event: string): Promise<unknown[]> =>
  new Promise((resolve) => connection.on(event, (...args: unknown[]) => resolve(args)));

describe.each(TRANSPORTS)('SignalR client over %s', (_, transport) => {
  let connection: HubConnection;
  beforeEach(() => {
    connection = createConnection(transport);
    return connection.start();
  });
  afterEach(() => connection.stop());

  test('connects', () => {
    expect(connection.state).toBe(HubConnectionState.Connected);
    expect(connection.connectionId).toMatch(/^[\w-]{22}$/);
  });

  test('receives null as the result of both methods', async () => {
    await expect(connection.invoke('SendTyping', customer.id, 1)).resolves.toBeNull();
    await expect(connection.invoke('SendMessage', makeMessage(customer.id))).resolves.toBeNull();
  });

  test('receives the errors of failed invocations and stays connected', async () => {
    await expect(connection.invoke('Nothing')).rejects.toThrow(
      "Failed to invoke 'Nothing' due to an error on the server. HubException: Method does not exist.",
    );
    await expect(connection.invoke('SendTyping', 'x')).rejects.toThrow(
      "Failed to invoke 'SendTyping' due to an error on the server.",
    );
    await expect(connection.invoke('SendTyping', customer.id, 1)).resolves.toBeNull();
  });

  test('cannot send a message as another customer', async () => {
    await expect(connection.invoke('SendMessage', makeMessage(customer.id + 1))).rejects.toThrow(
      /^An unexpected error occurred invoking 'SendMessage' on the server\. HubException: /,
    );
  });

  test('receives messages of the operator', async () => {
    const received = nextEvent(connection, 'receivemessage');
    await target.operatorSays(customer.id, 'Salam ə <b>');
    expect(await received).toEqual([
      {
        fromUserId: 1,
        toUserId: customer.id,
        text: 'Salam ə <b>',
        imageUrl: null,
        timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/) as string,
      },
    ]);
  });

  test('receives no messages for another customer', async () => {
    const other = await target.signIn('+994559998866');
    const received = nextEvent(connection, 'ReceiveMessage');
    await target.operatorSays(other.id, 'for the other');
    await target.operatorSays(customer.id, 'for this one');
    expect(await received).toEqual([expect.objectContaining({ text: 'for this one' })]);
  });

  test('is disconnected after a message over 32 KB', async () => {
    const closed = new Promise<Error | undefined>((resolve) => connection.onclose(resolve));
    const large = { ...makeMessage(customer.id), text: 'a'.repeat(33_000) };
    await expect(connection.invoke('SendMessage', large)).rejects.toBeDefined();
    expect((await closed)?.message).toContain('Connection closed with an error.');
  });

  test('disconnects', async () => {
    const closed = new Promise((resolve) => connection.onclose(resolve));
    await connection.stop();
    expect(await closed).toBeUndefined();
    expect(connection.state).toBe(HubConnectionState.Disconnected);
  });

  test('cannot connect with an invalid token', async () => {
    await expect(createConnection(transport, 'x.y.z').start()).rejects.toThrow(/401/);
  });
});
