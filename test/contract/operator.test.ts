import { nextEvent, openStandIn, type StandIn } from './standIn';
import { postJson } from './target';
import { PNG } from './api';

interface Message {
  fromUserId: number;
  text: string | null;
  imageUrl: string | null;
}

let standIn: StandIn;
afterEach(() => standIn.provider.stop());

const messages = async (): Promise<Message[]> =>
  (await (await standIn.api.messages()).json()) as Message[];

/** Sends a message and waits for the nth thing that the operator says live. */
async function ask(n: number, text = 'Sual'): Promise<Message> {
  await standIn.api.send({ text });
  const isDelivery = (entry: { kind: string }): boolean => entry.kind === 'delivery';
  const entry = await standIn.provider.ledger.waitFor(isDelivery, 5000, n);
  return ('arguments' in entry ? entry.arguments[0] : undefined) as Message;
}

describe('by itself', () => {
  beforeEach(async () => {
    standIn = await openStandIn({ operator: 'automatic', answerDelay: 10 });
  });

  it('has welcomed a new customer', async () => {
    expect(await messages()).toEqual([
      expect.objectContaining({ fromUserId: 1, text: expect.stringMatching(/^Salam!/) as string }),
    ]);
  });

  it('answers each message, live and stored, with varied words and now and then a picture', async () => {
    const connection = standIn.connection();
    await connection.start();
    const heard = nextEvent(connection);
    const answers = [];
    for (let n = 1; n <= 6; n++) answers.push(await ask(n));
    expect(await heard).toEqual([answers[0]]);
    expect(new Set(answers.map(({ text }) => text)).size).toBeGreaterThan(3);
    expect((await messages()).filter(({ fromUserId }) => fromUserId === 1)).toHaveLength(7);
    const pictures = answers.flatMap(({ imageUrl }) => imageUrl ?? []);
    expect(pictures).toHaveLength(2);
    const picture = await fetch(`${standIn.provider.url}/${pictures[0]}`);
    const bytes = Buffer.from(await picture.arrayBuffer());
    expect(picture.headers.get('Content-Type')).toBe('image/png');
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([640, 420]);
    await connection.stop();
  });
});

it('leaves a customer to a person who answered, until given back', async () => {
  // Without delay the answer is there before the customer's own call has ended.
  standIn = await openStandIn({ operator: 'automatic', answerDelay: 0 });
  const { provider, customer } = standIn;
  const senderOfLast = async (): Promise<number | undefined> => {
    await standIn.api.send({ text: 'Sual' });
    return (await messages()).at(-1)?.fromUserId;
  };
  expect(await senderOfLast()).toBe(1);
  await postJson(`${provider.url}/operator/messages/${customer.id}`, { text: 'Mən insanam.' });
  expect(await senderOfLast()).toBe(customer.id);
  await postJson(`${provider.url}/operator/taken/${customer.id}`, { isTaken: false });
  expect(await senderOfLast()).toBe(1);
});

describe('silent', () => {
  beforeEach(async () => {
    standIn = await openStandIn();
  });

  it('says nothing', async () => {
    await standIn.api.send({});
    expect(await messages()).toEqual([expect.objectContaining({ fromUserId: 2 })]);
  });
});

describe('the page', () => {
  beforeEach(async () => {
    standIn = await openStandIn();
  });
  const page = (path: string, options?: RequestInit): Promise<Response> =>
    fetch(`${standIn.provider.url}/operator${path}`, options);

  it('is served with its own script and style only', async () => {
    const answer = await page('');
    expect(await answer.text()).toContain('Müştərilər');
    expect(answer.headers.get('Content-Security-Policy')).toContain("script-src 'self'");
    for (const path of ['/page.js', '/draw.js', '/page.css'])
      expect((await page(path)).status).toBe(200);
  });

  it('hears of customers, messages, typing and who is there', async () => {
    const { provider, customer, api } = standIn;
    await api.send({ text: 'əvvəl' });
    const leaving = new AbortController();
    const answer = await page('/events', { signal: leaving.signal });
    const events = readEvents(answer);
    expect((await events.next()).value).toMatchObject({
      kind: 'customer',
      customer: { id: customer.id, isOnline: false, messages: [{ text: 'əvvəl' }] },
    });
    const connection = standIn.connection();
    await connection.start();
    expect((await events.next()).value).toMatchObject({ customer: { isOnline: true } });
    await connection.invoke('SendTyping', customer.id, 1);
    expect((await events.next()).value).toEqual({ kind: 'typing', customerId: customer.id });
    await api.send({ text: 'sonra' });
    const posted = { kind: 'message', isLiveOnly: false, message: { text: 'sonra' } };
    expect((await events.next()).value).toMatchObject(posted);
    const message = { fromUserId: customer.id, toUserId: 1, text: 'canlı', imageUrl: null };
    await connection.invoke('SendMessage', { ...message, text: 'sonra' });
    await connection.invoke('SendMessage', message);
    const live = { kind: 'message', isLiveOnly: true, message: { text: 'canlı' } };
    expect((await events.next()).value).toMatchObject(live);
    await connection.stop();
    expect((await events.next()).value).toMatchObject({ customer: { isOnline: false } });
    leaving.abort();
    expect(provider.conversation(customer.id)).toHaveLength(2);
  });

  it('sends a text with a picture', async () => {
    const { provider, customer } = standIn;
    const form = new FormData();
    form.append('file', new File([new Uint8Array(PNG)], 'a.png'));
    const upload = await page('/upload', { method: 'POST', body: form });
    const { imageUrl } = (await upload.json()) as { imageUrl: string };
    const url = `${provider.url}/operator/messages/${customer.id}`;
    expect((await postJson(url, { text: 'Buyurun', imageUrl })).status).toBe(200);
    expect(await messages()).toEqual([
      expect.objectContaining({ fromUserId: 1, text: 'Buyurun', imageUrl }),
    ]);
    expect((await postJson(url, {})).status).toBe(400);
    expect((await postJson(`${provider.url}/operator/messages/99`, { text: 'x' })).status).toBe(
      404,
    );
  });
});

async function* readEvents(answer: Response): AsyncGenerator<unknown, undefined> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of answer.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    const events = text.split('\n\n');
    text = events.pop() ?? '';
    for (const event of events) yield JSON.parse(event.replace(/^data: /, '')) as unknown;
  }
  return undefined;
}
