import {
  makeMessage,
  nextEvent,
  openStandIn,
  type StandIn,
} from '../../../support/contract/clients';

let standIn: StandIn;
beforeEach(async () => {
  standIn = await openStandIn();
});
afterEach(() => standIn.provider.stop());

const history = async (): Promise<{ text: string; timestamp: string }[]> =>
  (await (await standIn.client.messages()).json()) as { text: string; timestamp: string }[];
const historyTexts = async (): Promise<string[]> => (await history()).map(({ text }) => text);

describe('switches', () => {
  test.each([
    ['none', ` "A" & <b>\n'B'</b> `],
    ['trim', `"A" & <b>\n'B'</b>`],
    ['encode', ' &quot;A&quot; &amp; &lt;b&gt;\n&#39;B&#39;&lt;/b&gt; '],
    ['lineEnds', ` "A" & <b>\r\n'B'</b> `],
  ] as const)(
    'rewrite applies "%s" to the stored and the broadcast text',
    async (rewrite, text) => {
      const { provider, customer, client } = standIn;
      Object.assign(provider.switches, { rewrite, broadcastOnSend: true });
      const connection = standIn.connection();
      await connection.start();
      const broadcast = nextEvent(connection);
      await client.send({ text: ` "A" & <b>\n'B'</b> ` });
      expect(await broadcast).toEqual([expect.objectContaining({ text })]);
      expect(provider.conversation(customer.id)).toEqual([expect.objectContaining({ text })]);
      expect(await historyTexts()).toEqual([text]);
      await connection.stop();
    },
  );

  test('historyLag hides newer messages from the history only', async () => {
    const { provider, customer, client } = standIn;
    provider.store(customer.id, { text: 'old' }, 60_000);
    provider.store(customer.id, { text: 'new', timestamp: '2024-03-05T08:30:00' });
    provider.switches.historyLag = 30_000;
    await client.send({ text: 'sent' });
    expect(await historyTexts()).toEqual(['old']);
    expect(provider.conversation(customer.id)).toHaveLength(3);
    provider.switches.historyLag = 0;
    expect(await historyTexts()).toEqual(['old', 'new', 'sent']);
  });

  test('historyReplicas serve the histories in turn, instead of historyLag', async () => {
    const { provider, customer } = standIn;
    provider.store(customer.id, { text: 'old' }, 60_000);
    provider.store(customer.id, { text: 'new' });
    Object.assign(provider.switches, { historyLag: 90_000, historyReplicas: [0, 30_000, 90_000] });
    const all = [await historyTexts(), await historyTexts(), await historyTexts()];
    expect(all).toEqual([['old', 'new'], ['old'], []]);
    expect(await historyTexts()).toEqual(['old', 'new']);
  });

  test('echo and broadcastOnSend deliver a message to its sender', async () => {
    const { provider, customer, client } = standIn;
    const connection = standIn.connection();
    await connection.start();
    await client.send({});
    await connection.invoke('SendMessage', makeMessage(customer.id));
    expect(provider.ledger.of('delivery')).toEqual([]);
    expect(provider.conversation(customer.id)).toHaveLength(1);

    const echoed = nextEvent(connection);
    provider.switches.echo = true;
    await connection.invoke('SendMessage', { ...makeMessage(customer.id), text: 'echo' });
    expect(await echoed).toEqual([expect.objectContaining({ text: 'echo' })]);

    const broadcast = nextEvent(connection);
    provider.switches.broadcastOnSend = true;
    await client.send({ text: 'broadcast' });
    expect(await broadcast).toEqual([expect.objectContaining({ text: 'broadcast' })]);
    await connection.stop();
  });
});
