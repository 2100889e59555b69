import type { Fault } from './control/switches';
import { toRecord } from './hub/protocol';
import { startProvider, type Provider } from './provider';
import type { ChatMessage } from './state/conversations';
import {
  RestClient,
  TRANSPORTS,
  createConnection,
  makeMessage,
  recordFrames,
  type Session,
} from '../support/contract/clients';
import { until } from '../support/time/until';

const PHONE = '+994501234567';

let provider: Provider;
let customer: Session;
let client: RestClient;

const start = async (...options: Parameters<typeof startProvider>): Promise<void> => {
  provider = await startProvider(...options);
  customer = { id: provider.customerFor(PHONE).id, token: provider.tokenFor(PHONE) };
  client = new RestClient(provider, customer);
};
afterEach(() => provider.stop());

const conversation = () => provider.conversation(customer.id);

const fetchHistory = async () => {
  const response = await client.messages();
  return (await response.json()) as ChatMessage[];
};
const historyTexts = async () => (await fetchHistory()).map(({ text }) => text);

describe('automatic operator', () => {
  beforeEach(() => start({ replyDelay: 0 }));

  /** Sends a message of the customer. @returns the reply */
  async function send(): Promise<ChatMessage | undefined> {
    const before = conversation().length;
    await client.send({ text: 'Sual' });
    await until(() => conversation().length === before + 2);
    return conversation().at(-1);
  }

  test('welcomes a customer and replies, live and stored, sometimes with an image', async () => {
    expect(conversation()[0]?.text).toMatch(/^Salam!/);
    const connection = createConnection(provider, customer);
    await connection.start();
    const firstEvent = new Promise((resolve) => connection.on('ReceiveMessage', resolve));
    const replies = [await send(), await send(), await send()];
    expect(await firstEvent).toEqual(replies[0]);
    expect(new Set(replies.map((reply) => reply?.text)).size).toBe(3);
    const image = await fetch(`${provider.url}/${String(replies[2]?.imageUrl)}`);
    expect(image.headers.get('Content-Type')).toBe('image/png');
    await connection.stop();
  });
});

describe('stand-in', () => {
  beforeEach(() => start());

  test('keeps a customer logged in over a restart, under the same id', async () => {
    await provider.stop();
    provider = await startProvider({ port: Number(new URL(provider.url).port) });
    expect((await client.send({ text: 'Salam' })).status).toBe(200);
    expect(await historyTexts()).toEqual(['Salam']);
    expect(provider.customerFor(PHONE).id).toBe(customer.id);
  });

  test.each(TRANSPORTS)(
    'sends the records of one turn of the event loop as one frame over %s',
    async (_, transport) => {
      const connection = createConnection(provider, customer, transport);
      const frames = recordFrames(connection);
      await connection.start();
      const event = (text: string) =>
        toRecord({ type: 1, target: 'ReceiveMessage', arguments: [text] });
      ['1', '2'].forEach((text) => provider.pushMessage(customer.id, text));
      await until(() => frames.length === 2);
      provider.pushMessage(customer.id, '3');
      provider.hub.connections()[0]?.close();
      await until(() => frames.length === 3);
      expect(frames.slice(1)).toEqual([
        event('1') + event('2'),
        event('3') + toRecord({ type: 7 }),
      ]);
    },
  );
});

describe('a fault', () => {
  beforeEach(() => start());

  test.each<[string, Fault, number]>([
    ['`drop`: nothing is stored', { end: 'drop' }, 0],
    ['`drop` afterwards: the message is stored', { end: 'drop', when: 'after' }, 1],
    ['a status: nothing is stored', { status: 503, body: 'Busy' }, 0],
    ['a status afterwards: the message is stored', { status: 503, body: 'Busy', when: 'after' }, 1],
  ])('of a call: %s', async (_, fault, count) => {
    provider.switches.calls.send = { ...fault, times: 1 };
    const result = client.send({}).then(async (response) => {
      return `${response.status} ${await response.text()}`;
    });
    await expect(result.catch(() => 'lost')).resolves.toBe(fault.end ? 'lost' : '503 Busy');
    expect(conversation()).toHaveLength(count);
    expect((await client.send({})).status).toBe(200);
  });
});

describe('switches', () => {
  beforeEach(() => start());

  /** Connects the customer. @returns the texts of the received messages too */
  async function connect() {
    const connection = createConnection(provider, customer);
    const received: unknown[] = [];
    connection.on('ReceiveMessage', (message: ChatMessage) => received.push(message.text));
    await connection.start();
    return { connection, received };
  }

  test('historyLag hides newer messages', async () => {
    const { id } = customer;
    provider.store(id, { text: 'old' });
    const minuteLater = performance.now() + 60_000;
    const clock = jest.spyOn(performance, 'now').mockReturnValue(minuteLater);
    provider.store(id, { text: 'new', timestamp: '2024-03-05T08:30:00' });
    const lags = [0, 30_000, 90_000];
    provider.switches.historyLag = () => lags.shift() ?? 0;
    const all = [await historyTexts(), await historyTexts(), await historyTexts()];
    expect(all).toEqual([['old', 'new'], ['old'], []]);
    clock.mockRestore();
  });

  test('echo and broadcastOnSend deliver a message to its sender', async () => {
    const { connection, received } = await connect();
    await connection.invoke('SendMessage', { ...makeMessage(customer.id), text: 'neither' });
    Object.assign(provider.switches, { echo: true, broadcastOnSend: true });
    await connection.invoke('SendMessage', { ...makeMessage(customer.id), text: 'echo' });
    await client.send({ text: 'broadcast' });
    await connection.invoke('SendTyping', customer.id, 1);
    expect(received).toEqual(['echo', 'broadcast']);
    await connection.stop();
  });
});
