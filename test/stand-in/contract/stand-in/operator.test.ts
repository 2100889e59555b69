import {
  makeMessage,
  nextEvent,
  openStandIn,
  postJson,
  type StandIn,
} from '../../../support/contract/clients';

interface Message {
  fromUserId: number;
  text: string | null;
  imageUrl: string | null;
}

let standIn: StandIn;
afterEach(() => standIn.provider.stop());

const messages = async (): Promise<Message[]> =>
  (await (await standIn.client.messages()).json()) as Message[];

/** Sends a message and waits for the operator's nth live message. */
async function nthReply(n: number, text = 'Sual'): Promise<Message> {
  await standIn.client.send({ text });
  const isDelivery = (entry: { kind: string }): boolean => entry.kind === 'delivery';
  const entry = await standIn.provider.ledger.waitFor(isDelivery, 5000, n);
  return ('arguments' in entry ? entry.arguments[0] : undefined) as Message;
}

describe('automatic operator', () => {
  beforeEach(async () => {
    standIn = await openStandIn({ operator: 'automatic', replyDelay: 10 });
  });

  test('welcomes a new customer', async () => {
    expect(await messages()).toEqual([
      expect.objectContaining({ fromUserId: 1, text: expect.stringMatching(/^Salam!/) as string }),
    ]);
  });

  test('replies to each message, live and stored, with varying texts and an image now and then', async () => {
    const connection = standIn.connection();
    await connection.start();
    const firstEvent = nextEvent(connection);
    const replies = [];
    for (let n = 1; n <= 6; n++) replies.push(await nthReply(n));
    expect(await firstEvent).toEqual([replies[0]]);
    expect(new Set(replies.map(({ text }) => text)).size).toBeGreaterThan(3);
    expect((await messages()).filter(({ fromUserId }) => fromUserId === 1)).toHaveLength(7);
    const imageUrls = replies.flatMap(({ imageUrl }) => imageUrl ?? []);
    expect(imageUrls).toHaveLength(2);
    const image = await fetch(`${standIn.provider.url}/${imageUrls[0]}`);
    const bytes = Buffer.from(await image.arrayBuffer());
    expect(image.headers.get('Content-Type')).toBe('image/png');
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([640, 420]);
    await connection.stop();
  });
});

describe('automatic operator without delay', () => {
  test('stops replying to a customer after a person has replied, until set back to automatic', async () => {
    // Without a delay the reply is stored before the customer's call ends.
    standIn = await openStandIn({ operator: 'automatic', replyDelay: 0 });
    const { provider, customer } = standIn;
    const senderOfLast = async (): Promise<number | undefined> => {
      await standIn.client.send({ text: 'Sual' });
      return (await messages()).at(-1)?.fromUserId;
    };
    expect(await senderOfLast()).toBe(1);
    await postJson(`${provider.url}/operator/messages/${customer.id}`, { text: 'Mən insanam.' });
    expect(await senderOfLast()).toBe(customer.id);
    await postJson(`${provider.url}/operator/manual/${customer.id}`, { isManual: false });
    expect(await senderOfLast()).toBe(1);
  });
});

describe('operator page', () => {
  beforeEach(async () => {
    standIn = await openStandIn();
  });
  const page = (path: string, options?: RequestInit): Promise<Response> =>
    fetch(`${standIn.provider.url}/operator${path}`, options);

  test('receives customers, presence, typing and messages as events', async () => {
    const { provider, customer, client } = standIn;
    await client.send({ text: 'əvvəl' });
    const abort = new AbortController();
    const response = await page('/events', { signal: abort.signal });
    const events = readEvents(response);
    expect((await events.next()).value).toMatchObject({
      kind: 'customer',
      customer: { id: customer.id, isOnline: false, messages: [{ text: 'əvvəl' }] },
    });
    const connection = standIn.connection();
    await connection.start();
    expect((await events.next()).value).toMatchObject({ customer: { isOnline: true } });
    await connection.invoke('SendTyping', customer.id, 1);
    expect((await events.next()).value).toEqual({ kind: 'typing', customerId: customer.id });
    await client.send({ text: 'sonra' });
    const posted = { kind: 'message', isLiveOnly: false, message: { text: 'sonra' } };
    expect((await events.next()).value).toMatchObject(posted);
    const message = makeMessage(customer.id);
    await connection.invoke('SendMessage', { ...message, text: 'sonra' });
    await connection.invoke('SendMessage', { ...message, text: 'canlı' });
    const live = { kind: 'message', isLiveOnly: true, message: { text: 'canlı' } };
    expect((await events.next()).value).toMatchObject(live);
    await connection.stop();
    expect((await events.next()).value).toMatchObject({ customer: { isOnline: false } });
    abort.abort();
    expect(provider.conversation(customer.id)).toHaveLength(2);
  });
});

async function* readEvents(response: Response): AsyncGenerator<unknown, undefined> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    const events = text.split('\n\n');
    text = events.pop() ?? '';
    for (const event of events) yield JSON.parse(event.replace(/^data: /, '')) as unknown;
  }
  return undefined;
}
