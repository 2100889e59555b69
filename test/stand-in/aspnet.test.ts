import {
  PNG,
  RestClient,
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

describe('the hub', () => {
  const connect = async () => {
    const connection = createConnection(target, customer);
    await connection.start();
    const send = (text: string) =>
      connection.invoke('SendMessage', { ...makeMessage(customer.id), text });
    return { connection, send };
  };

  test('rejects a lone surrogate', async () => {
    const { connection, send } = await connect();
    await expect(send('a\udc00b')).rejects.toThrow(
      "Failed to invoke 'SendMessage' due to an error on the server.",
    );
    await connection.stop();
  });

  test('disconnects a client after a record over 32 KB', async () => {
    const { connection, send } = await connect();
    const closed = new Promise<Error | undefined>((resolve) => connection.onclose(resolve));
    await expect(send('a'.repeat(33_000))).rejects.toThrow();
    expect((await closed)?.message).toContain('Connection closed with an error.');
  });
});
