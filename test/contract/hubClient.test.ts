import {
  HttpTransportType,
  HubConnectionBuilder,
  HubConnectionState,
  NullLogger,
  type HubConnection,
} from '@microsoft/signalr';
import { aMessage } from './api';
import { openTarget, type Session, type Target } from './target';

let target: Target;
let customer: Session;

beforeAll(async () => {
  target = await openTarget();
  customer = await target.customer('+994559998877');
});
afterAll(() => target.stop());

const TRANSPORTS = [
  ['WebSockets', HttpTransportType.WebSockets],
  ['ServerSentEvents', HttpTransportType.ServerSentEvents],
  ['LongPolling', HttpTransportType.LongPolling],
] as const;

function connect(transport: HttpTransportType, token = customer.token): HubConnection {
  const url = `${target.url}/chatHub66?userId=${customer.id}`;
  return new HubConnectionBuilder()
    .withUrl(url, { transport, accessTokenFactory: () => token })
    .configureLogging(NullLogger.instance)
    .build();
}

const next = (connection: HubConnection, event: string): Promise<unknown[]> =>
  new Promise((resolve) => connection.on(event, (...args: unknown[]) => resolve(args)));

describe.each(TRANSPORTS)('the real client over %s', (_, transport) => {
  let connection: HubConnection;
  beforeEach(() => {
    connection = connect(transport);
    return connection.start();
  });
  afterEach(() => connection.stop());

  it('starts', () => {
    expect(connection.state).toBe(HubConnectionState.Connected);
    expect(connection.connectionId).toMatch(/^[\w-]{22}$/);
  });

  it('has both methods completed with nothing, whatever the case of their names', async () => {
    await expect(connection.invoke('SendTyping', customer.id, 1)).resolves.toBeNull();
    await expect(connection.invoke('SendMessage', aMessage(customer.id))).resolves.toBeNull();
    await expect(connection.invoke('sendMESSAGE', aMessage(customer.id))).resolves.toBeNull();
  });

  it('gets errors, and goes on after them', async () => {
    await expect(connection.invoke('Nothing')).rejects.toThrow(
      "Failed to invoke 'Nothing' due to an error on the server. HubException: Method does not exist.",
    );
    await expect(connection.invoke('SendTyping', 'x')).rejects.toThrow(
      "Failed to invoke 'SendTyping' due to an error on the server.",
    );
    await expect(connection.invoke('SendTyping', customer.id, 1)).resolves.toBeNull();
  });

  it('may not speak for another customer', async () => {
    await expect(connection.invoke('SendMessage', aMessage(customer.id + 1))).rejects.toThrow(
      /^An unexpected error occurred invoking 'SendMessage' on the server\. HubException: /,
    );
  });

  it('is told what the operator says', async () => {
    const heard = next(connection, 'receivemessage');
    await target.operatorSays(customer.id, 'Salam ə <b>');
    expect(await heard).toEqual([
      {
        fromUserId: 1,
        toUserId: customer.id,
        text: 'Salam ə <b>',
        imageUrl: null,
        timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/) as string,
      },
    ]);
  });

  it('is told nothing that is for another customer', async () => {
    const other = await target.customer('+994559998866');
    const heard = next(connection, 'ReceiveMessage');
    await target.operatorSays(other.id, 'for the other');
    await target.operatorSays(customer.id, 'for this one');
    expect(await heard).toEqual([expect.objectContaining({ text: 'for this one' })]);
  });

  it('is dropped for a message over 32 KB', async () => {
    const closed = new Promise<Error | undefined>((resolve) => connection.onclose(resolve));
    const large = { ...aMessage(customer.id), text: 'a'.repeat(33_000) };
    await expect(connection.invoke('SendMessage', large)).rejects.toBeDefined();
    expect((await closed)?.message).toContain('Connection closed with an error.');
  });

  it('stops', async () => {
    const closed = new Promise((resolve) => connection.onclose(resolve));
    await connection.stop();
    expect(await closed).toBeUndefined();
    expect(connection.state).toBe(HubConnectionState.Disconnected);
  });

  it('does not get in with a bad token', async () => {
    await expect(connect(transport, 'x.y.z').start()).rejects.toThrow(/401/);
  });
});
