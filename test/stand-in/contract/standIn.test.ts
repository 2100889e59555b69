import { request } from 'node:http';
import type { Fault } from '../control/switches';
import { invocationRecord } from '../hub/protocol';
import { startProvider, type Provider } from '../provider';
import type { ChatMessage } from '../state/conversations';
import {
  HANDSHAKE,
  RAW_TRANSPORTS,
  RECORD_END,
  makeMessage,
  nextEvent,
  openStandIn,
  type StandIn,
} from '../../support/contract/clients';

let standIn: StandIn;
let provider: Provider;

const start = async (...options: Parameters<typeof openStandIn>): Promise<void> => {
  standIn = await openStandIn(...options);
  ({ provider } = standIn);
};
afterEach(() => provider.stop());

const conversation = () => provider.conversation(standIn.customer.id);

const historyTexts = async (): Promise<string[]> => {
  const history = (await (await standIn.client.messages()).json()) as { text: string }[];
  return history.map(({ text }) => text);
};

describe('automatic operator', () => {
  // Without a delay the reply is stored before the customer's call ends.
  beforeEach(() => start({ operator: 'automatic', replyDelay: 0 }));

  /** Sends a message of the customer. @returns the message that was stored last */
  async function send(): Promise<ChatMessage | undefined> {
    await standIn.client.send({ text: 'Sual' });
    return conversation().at(-1);
  }

  test('welcomes a customer and replies, live and stored, sometimes with an image', async () => {
    expect(conversation()[0]?.text).toMatch(/^Salam!/);
    const connection = standIn.connection();
    await connection.start();
    const firstEvent = nextEvent(connection);
    const replies = [await send(), await send(), await send()];
    expect(await firstEvent).toEqual([replies[0]]);
    expect(new Set(replies.map((reply) => reply?.text)).size).toBe(3);
    const image = await fetch(`${provider.url}/${String(replies[2]?.imageUrl)}`);
    expect(image.headers.get('Content-Type')).toBe('image/png');
    await connection.stop();
  });

  test('stops replying to a customer after a person has replied', async () => {
    expect((await send())?.fromUserId).toBe(1);
    const body = new FormData();
    body.append('customerId', String(standIn.customer.id));
    body.append('text', 'Mən insanam.');
    await fetch(`${provider.url}/operator/send`, { method: 'POST', body });
    expect(conversation().at(-1)?.text).toBe('Mən insanam.');
    expect((await send())?.fromUserId).toBe(standIn.customer.id);
  });
});

describe('stand-in', () => {
  beforeEach(() => start());

  test('does not start on a busy port', async () => {
    const port = Number(new URL(provider.url).port);
    await expect(startProvider({ port })).rejects.toThrow('EADDRINUSE');
  });

  test.each(['/control/operator', '/operator/'])('rejects other hosts at %s', async (path) => {
    const statusWith = (headers: Record<string, string>) =>
      // `fetch` does not allow a Host header.
      new Promise<number | undefined>((resolve, reject) => {
        const method = path === '/operator/' ? 'GET' : 'POST';
        request(provider.url + path, { method, headers }, (response) => {
          response.resume();
          resolve(response.statusCode);
        })
          .on('error', reject)
          .end();
      });
    expect(await statusWith({})).not.toBe(403);
    expect(await statusWith({ Host: 'chat.example.az' })).toBe(403);
    expect(await statusWith({ Origin: 'http://chat.example.az' })).toBe(403);
  });

  test.each(Object.entries(RAW_TRANSPORTS))(
    'sends the records of one turn of the event loop as one frame over %s',
    async (_, open) => {
      const hub = await open(provider, standIn.customer);
      await hub.send(HANDSHAKE);
      await hub.hear(3);
      const event = (text: string): string => invocationRecord('ReceiveMessage', [text]);
      ['1', '2'].forEach((text) => provider.push(standIn.customer.id, text));
      const first = event('1') + event('2');
      await hub.hear(first.length);
      provider.push(standIn.customer.id, '3');
      provider.hub.close();
      await hub.ended;
      expect(hub.frames.slice(1)).toEqual([first, `${event('3')}{"type":7}${RECORD_END}`]);
    },
  );
});

describe('a fault', () => {
  beforeEach(() => start());

  test.each<[string, Fault, number]>([
    ['`drop`: nothing is stored', { end: 'drop' }, 0],
    ['`drop` afterwards: the message is stored', { end: 'drop', when: 'after' }, 1],
    ['`cut`: the message is stored', { end: 'cut' }, 1],
    ['a status: nothing is stored', { status: 503, body: 'Busy' }, 0],
    ['a status afterwards: the message is stored', { status: 503, body: 'Busy', when: 'after' }, 1],
  ])('of a call: %s', async (_, fault, count) => {
    provider.switches.calls.send = { ...fault, times: 1 };
    const result = standIn.client.send({}).then(async (response) => {
      return `${response.status} ${await response.text()}`;
    });
    await expect(result.catch(() => 'lost')).resolves.toBe(fault.end ? 'lost' : '503 Busy');
    expect(conversation()).toHaveLength(count);
    expect((await standIn.client.send({})).status).toBe(200);
  });

  test('of an invocation makes it fail, never complete, or drop the connection', async () => {
    const connection = standIn.connection();
    await connection.start();
    provider.switches.invocations.sendtyping = [
      { error: 'Not today.', times: 1 },
      { never: true, times: 1 },
      { drop: true, times: 1 },
    ];
    const invoke = () => connection.invoke('SendTyping', standIn.customer.id, 1);
    await expect(invoke()).rejects.toThrow('Not today.');
    const results = await Promise.allSettled([invoke(), invoke()]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    const outcomes = provider.ledger.of('invocation').map(({ outcome }) => outcome);
    expect(outcomes).toEqual(['failed', 'never', 'dropped']);
  });
});

describe('switches', () => {
  beforeEach(() => start());

  test.each([
    ['none', ` "A" & <b>\n'B'</b> `],
    ['trim', `"A" & <b>\n'B'</b>`],
    ['encode', ' &quot;A&quot; &amp; &lt;b&gt;\n&#39;B&#39;&lt;/b&gt; '],
    ['lineEnds', ` "A" & <b>\r\n'B'</b> `],
  ] as const)('rewrite "%s" changes the stored text', async (rewrite, text) => {
    provider.switches.rewrite = rewrite;
    await standIn.client.send({ text: ` "A" & <b>\n'B'</b> ` });
    expect(conversation()).toMatchObject([{ text }]);
  });

  test('historyLags hides newer messages, and each history has the next lag', async () => {
    const { id } = standIn.customer;
    provider.store(id, { text: 'old' }, 60_000);
    provider.store(id, { text: 'new', timestamp: '2024-03-05T08:30:00' });
    provider.switches.historyLags = [0, 30_000, 90_000];
    const all = [await historyTexts(), await historyTexts(), await historyTexts()];
    expect(all).toEqual([['old', 'new'], ['old'], []]);
    expect(await historyTexts()).toEqual(['old', 'new']);
  });

  test('echo and broadcastOnSend deliver a message to its sender', async () => {
    const { customer, client } = standIn;
    const connection = standIn.connection();
    const received: unknown[] = [];
    connection.on('ReceiveMessage', (message: ChatMessage) => received.push(message.text));
    await connection.start();
    await connection.invoke('SendMessage', { ...makeMessage(customer.id), text: 'neither' });
    Object.assign(provider.switches, { echo: true, broadcastOnSend: true });
    await connection.invoke('SendMessage', { ...makeMessage(customer.id), text: 'echo' });
    await client.send({ text: 'broadcast' });
    await connection.invoke('SendTyping', customer.id, 1);
    expect(received).toEqual(['echo', 'broadcast']);
    await connection.stop();
  });
});
