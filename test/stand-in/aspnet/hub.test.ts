import { HubConnectionState } from '@microsoft/signalr';
import {
  PNG,
  RestClient,
  TRANSPORTS,
  bearer,
  createConnection,
  makeMessage,
  openTarget,
  signIn,
  type Session,
  type Target,
} from '../../support/contract/clients';

let target: Target;
let customer: Session;

beforeAll(async () => {
  target = await openTarget();
  customer = await signIn(target.url, '+994559998877');
});
afterAll(() => target.stop());

describe('negotiate', () => {
  test('returns a connection id, a separate token and the transports', async () => {
    const url = `${target.url}/chatHub66/negotiate?userId=${customer.id}&negotiateVersion=1`;
    const response = await fetch(url, { method: 'POST', headers: bearer(customer) });
    const id = expect.stringMatching(/^[\w-]{22}$/) as string;
    const body = (await response.json()) as Record<string, unknown>;
    expect(body).toEqual({
      negotiateVersion: 1,
      connectionId: id,
      connectionToken: id,
      // ASP.NET Core also offers long polling.
      availableTransports: expect.arrayContaining([
        { transport: 'WebSockets', transferFormats: ['Text', 'Binary'] },
        { transport: 'ServerSentEvents', transferFormats: ['Text'] },
      ]) as unknown,
    });
    expect(body.connectionToken).not.toBe(body.connectionId);
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
    const message = makeMessage(customer.id);
    const upload = await new RestClient(target, customer).upload(PNG);
    const { imageUrl } = (await upload.json()) as { imageUrl: string };
    await connection.send('SendTyping', customer.id, 1);
    const results = await Promise.all([
      connection.invoke('SendTyping', customer.id, 1),
      connection.invoke('SendMessage', { ...message, text: 'Salam ə 😀' }),
      connection.invoke('SendMessage', { ...message, text: null, imageUrl }),
    ]);
    expect(results).toEqual([null, null, null]);
    await connection.stop();
    expect(connection.state).toBe(HubConnectionState.Disconnected);
  });

  test('is told that a message has another sender, or a lone surrogate', async () => {
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
