import { HubConnectionState } from '@microsoft/signalr';
import {
  PNG,
  RestClient,
  TRANSPORTS,
  createConnection,
  makeMessage,
  logIn,
  type Session,
} from '../support/contract/clients';
import { startProvider } from './provider';

/** The stand-in, or the ASP.NET Core host at `ASPNET_URL`. */
let target: { url: string; stop?: () => Promise<void> };
let customer: Session;
let client: RestClient;

beforeAll(async () => {
  const { ASPNET_URL: url } = process.env;
  target = url === undefined ? await startProvider() : { url };
  customer = await logIn(target.url, '+994559998877');
  client = new RestClient(target, customer);
});
afterAll(() => target.stop?.());

describe('the REST calls', () => {
  test('reject a lone surrogate, and a file over 20 MB', async () => {
    expect((await client.send({ text: 'a\ud83d b' })).status).toBe(400);
    const tooLarge = Buffer.concat([PNG, Buffer.alloc(20 * 1024 * 1024)]);
    // The provider may close the connection while the client still sends.
    const response = await client.upload(tooLarge).catch(() => undefined);
    expect(response?.status ?? 400).toBe(400);
  });

  test('reject a token in the query, which the hub accepts', async () => {
    const token = encodeURIComponent(customer.token);
    const history = `${target.url}/api/66/messages/${customer.id}?access_token=${token}`;
    expect((await fetch(history)).status).toBe(401);
    const hub = `${target.url}/chatHub66/negotiate?userId=${customer.id}&access_token=${token}`;
    expect((await fetch(hub, { method: 'POST' })).status).toBe(200);
  });
});

describe.each(TRANSPORTS)('SignalR client over %s', (_, transport) => {
  const connect = async () => {
    const connection = createConnection(target, customer, transport);
    await connection.start();
    return connection;
  };

  test('invokes both methods, several at once, and disconnects', async () => {
    const connection = await connect();
    await connection.send('SendTyping', customer.id, 1);
    const results = await Promise.all([
      connection.invoke('SendTyping', customer.id, 1),
      connection.invoke('SendMessage', { ...makeMessage(customer.id), text: 'Salam ə 😀' }),
    ]);
    expect(results).toEqual([null, null]);
    await connection.stop();
    expect(connection.state).toBe(HubConnectionState.Disconnected);
  });

  test('gets an error for a message with another sender, or with a lone surrogate', async () => {
    const connection = await connect();
    const send = (change: object) =>
      connection.invoke('SendMessage', { ...makeMessage(customer.id), ...change });
    await expect(send({ fromUserId: customer.id + 1 })).rejects.toThrow(
      /^An unexpected error occurred invoking 'SendMessage' on the server\. HubException: /,
    );
    await expect(send({ text: 'a\udc00b' })).rejects.toThrow(
      "Failed to invoke 'SendMessage' due to an error on the server.",
    );
    await connection.stop();
  });

  test('is disconnected after a record over 32 KB', async () => {
    const connection = await connect();
    const closed = new Promise<Error | undefined>((resolve) => connection.onclose(resolve));
    const message = { ...makeMessage(customer.id), text: 'a'.repeat(33_000) };
    await expect(connection.invoke('SendMessage', message)).rejects.toThrow();
    expect((await closed)?.message).toContain('Connection closed with an error.');
  });
});
