import { startProvider, type Provider } from './provider';
import type { ChatMessage } from './state/conversations';
import {
  RestClient,
  createConnection,
  logIn,
  makeMessage,
  type Session,
} from '../support/contract/clients';
import { until } from '../support/time/until';

const PHONE = '+994501234567';

let provider: Provider;
let customer: Session;
let client: RestClient;

beforeEach(async () => {
  provider = await startProvider();
});
afterEach(() => provider.stop());

/** Logs the customer in. */
async function logInCustomer() {
  customer = await logIn(provider.url, PHONE);
  client = new RestClient(provider, customer);
}

/** Connects the customer. @returns the texts of the received messages too */
async function connect() {
  const connection = createConnection(provider, customer);
  const received: unknown[] = [];
  connection.on('ReceiveMessage', ({ text }: ChatMessage) => received.push(text));
  await connection.start();
  return { connection, received };
}

test('The automatic operator welcomes a customer and replies, sometimes with an image', async () => {
  provider.operator.automate(0);
  await logInCustomer();
  const { connection, received } = await connect();
  for (let count = 1; count <= 3; count += 1) {
    await client.send({ text: 'Sual' });
    await until(() => received.length === count);
  }
  const [welcome, ...others] = provider.conversation(customer.id);
  const replies = others.filter(({ fromUserId }) => fromUserId === 1);
  expect(welcome?.text).toMatch(/^Salam!/);
  expect(replies.map(({ text }) => text)).toEqual(received);
  expect(new Set(received).size).toBe(3);
  const image = await fetch(`${provider.url}/${String(replies[2]?.imageUrl)}`);
  expect(image.headers.get('Content-Type')).toBe('image/png');
  await connection.stop();
});

test('A customer stays logged in over a restart, under the same id', async () => {
  await logInCustomer();
  await provider.stop();
  provider = await startProvider({ port: Number(new URL(provider.url).port) });
  expect((await client.send({ text: 'Salam' })).status).toBe(200);
  expect(provider.conversation(customer.id)).toMatchObject([{ text: 'Salam' }]);
  expect(provider.customerFor(PHONE).id).toBe(customer.id);
});

test('echo and broadcastOnSend deliver a message to its sender', async () => {
  await logInCustomer();
  const { connection, received } = await connect();
  await connection.invoke('SendMessage', { ...makeMessage(customer.id), text: 'neither' });
  Object.assign(provider.switches, { echo: true, broadcastOnSend: true });
  await connection.invoke('SendMessage', { ...makeMessage(customer.id), text: 'echo' });
  await client.send({ text: 'broadcast' });
  await connection.invoke('SendTyping', customer.id, 1);
  expect(received).toEqual(['echo', 'broadcast']);
  await connection.stop();
});
