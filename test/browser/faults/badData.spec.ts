import { expect, test } from '../fixtures';
import { attempts } from './outage';

const END = '\x1e';
const SKIPPED = 'The hub sent something that is no message; it is skipped.';

const invocation = (payload: unknown, target = 'ReceiveMessage') =>
  JSON.stringify({ type: 1, target, arguments: [payload] }) + END;

/** Frames that no client can read. */
const FRAMES = {
  'no JSON': `Oops${END}`,
  'no end': '{"type":6}',
  'no type': `{}${END}`,
};
for (const [name, bad] of Object.entries(FRAMES)) {
  test(`[C1] a frame with ${name}: a new connection, and what was good in the frame is not lost`, async ({
    chat,
    customer,
    provider,
  }) => {
    chat.stored('birinci');
    await chat.open();
    const message = provider.store(customer.id, { text: 'ikinci' });
    provider.hub.sendRaw(invocation(message) + bad);
    await expect.poll(() => provider.ledger.of('opened')).toHaveLength(2);
    await chat.isConnected();
    chat.operatorSays('üçüncü');
    await chat.shows('birinci', 'ikinci', 'üçüncü');
  });
}

test('[C1] a binary frame: a new connection, and nothing is lost', async ({
  page,
  chat,
  provider,
}) => {
  let sendBinary = (): void => undefined;
  await page.routeWebSocket(/chatHub66/, (line) => {
    line.connectToServer();
    sendBinary = () => line.send(Buffer.from([0, 1, 2]));
  });
  chat.stored('birinci');
  await chat.open();
  chat.stored('ikinci');
  sendBinary();
  await expect.poll(() => provider.ledger.of('opened')).toHaveLength(2);
  await chat.shows('birinci', 'ikinci');
});

test('[C2] records and events that nobody knows are ignored', async ({ chat, provider, log }) => {
  await chat.open();
  provider.hub.sendRaw(`{"type":99}${END}{"type":3,"invocationId":"99","result":1}${END}`);
  provider.hub.sendRaw(invocation({ text: 'Oops' }, 'Foo'));
  chat.operatorSays('Salam');
  await chat.shows('Salam');
  expect(attempts(provider)).toBe(1);
  expect(log.lines).not.toContain(SKIPPED);
});

test('[C3] [C7] what is no message, and one in capitals, is skipped with one line each', async ({
  chat,
  provider,
  customer,
  log,
}) => {
  await chat.open();
  const { id } = customer;
  const payloads: unknown[] = [
    null,
    'Oops',
    5,
    [],
    [{ fromUserId: 1, text: 'Oops' }],
    {},
    { FromUserId: 1, ToUserId: id, Text: 'Oops' },
  ];
  provider.push(id);
  for (const payload of payloads) provider.push(id, payload);
  chat.operatorSays('Salam');
  await chat.shows('Salam');
  expect(log.lines.filter((line) => line === SKIPPED)).toHaveLength(payloads.length + 1);
  expect(attempts(provider)).toBe(1);
});

test('[C4] messages between others are not shown, live or in the history', async ({
  chat,
  provider,
  customer,
}) => {
  const { id } = customer;
  const base = { imageUrl: null, timestamp: '2026-03-05T10:00:00' };
  const toAnother = { ...base, fromUserId: 1, toUserId: id + 1, text: 'başqasına' };
  const ofAnother = { ...base, fromUserId: id + 1, toUserId: 1, text: 'başqasından' };
  provider.store(id, toAnother);
  chat.stored('birinci');
  await chat.open();
  provider.push(id, toAnother);
  provider.push(id, ofAnother);
  chat.operatorSays('ikinci');
  await chat.shows('birinci', 'ikinci');
});

test('[C5] without text, without picture, without both: shown as far as there is something', async ({
  chat,
  provider,
  customer,
}) => {
  await chat.open();
  const base = { fromUserId: 1, toUserId: customer.id, timestamp: '2026-03-05T10:00:00' };
  provider.push(customer.id, { ...base, text: null, imageUrl: 'uploads/x.png' });
  provider.push(customer.id, { ...base, text: null, imageUrl: null });
  provider.push(customer.id, { ...base, text: 'Salam' });
  await expect(chat.messages).toHaveCount(3);
  await expect(chat.messages.nth(0)).toContainText('Şəkil açılmadı');
  await expect(chat.messages.nth(1)).toHaveText('14:00');
  await expect(chat.messages.nth(2)).toHaveText('Salam14:00');
  await expect(chat.input).toBeEnabled();
});

test('[C6] times with and without a zone, with seven digits, missing and unusable', async ({
  page,
  chat,
  provider,
  customer,
}) => {
  await chat.open();
  const times: [time: unknown, shown: string][] = [
    ['2026-03-05T10:05:00', '14:05'],
    ['2026-03-05T10:06:00Z', '14:06'],
    ['2026-03-05T14:07:00+04:00', '14:07'],
    ['2026-03-05T10:08:00.1234567', '14:08'],
    ['2026-03-05T10:09:00.1234567Z', '14:09'],
    [undefined, ''],
    [null, ''],
    ['tezliklə', ''],
    [1_772_704_800, ''],
  ];
  times.forEach(([timestamp], index) => {
    const text = `m${index};`;
    provider.push(customer.id, { fromUserId: 1, toUserId: customer.id, text, timestamp });
  });
  await expect(chat.messages).toHaveText(times.map(([, shown], index) => `m${index};${shown}`));
  await expect(page.getByText('Invalid Date')).toBeHidden();
});

test('[C8] own messages that the hub delivers twice over are shown once', async ({
  chat,
  provider,
  customer,
}) => {
  provider.switches.echo = true;
  provider.switches.broadcastOnSend = true;
  await chat.open();
  await chat.say('birinci');
  await expect.poll(() => provider.ledger.of('delivery')).toHaveLength(2);
  provider.push(customer.id, provider.conversation(customer.id)[0]);
  chat.operatorSays('ikinci');
  await chat.shows('birinci', 'ikinci');
  await chat.isConnectedAfterDrop();
  await chat.shows('birinci', 'ikinci');
});

test('[C9] equal texts sent on purpose are as many messages, by either side, also after a drop', async ({
  chat,
  provider,
}) => {
  provider.switches.echo = true;
  await chat.open();
  await chat.say('Bəli');
  await chat.shows('Bəli');
  await chat.say('Bəli');
  await chat.shows('Bəli', 'Bəli');
  chat.operatorSays('Bəli');
  chat.operatorSays('Bəli');
  await chat.shows('Bəli', 'Bəli', 'Bəli', 'Bəli');
  await chat.isConnectedAfterDrop();
  await chat.shows('Bəli', 'Bəli', 'Bəli', 'Bəli');
  await expect(chat.own).toHaveCount(2);
});

test('[C10] messages whose times run backwards stand in the order of their arrival', async ({
  chat,
  provider,
  customer,
}) => {
  await chat.open();
  for (const hour of [12, 11, 10]) {
    const message = { text: `saat ${hour};`, timestamp: `2026-03-05T${hour}:00:00` };
    provider.push(customer.id, provider.store(customer.id, message));
  }
  const shown = ['saat 12;16:00', 'saat 11;15:00', 'saat 10;14:00'];
  await expect(chat.messages).toHaveText(shown);
  await chat.isConnectedAfterDrop();
  await expect(chat.messages).toHaveText(shown);
});

test('[C11] a thousand messages at once: all there, in order, and typing goes on', async ({
  chat,
}) => {
  await chat.open();
  const burst = Array.from({ length: 1000 }, (_, number) => `Mesaj ${number};`);
  for (const text of burst) chat.operatorSays(text);
  await chat.input.pressSequentially('Salam');
  await expect(chat.input).toHaveValue('Salam');
  await expect(chat.messages.last()).toContainText('Mesaj 999;', { timeout: 10_000 });
  const shown = await chat.readThrough();
  expect(shown.map((text) => text.slice(0, text.indexOf(';') + 1))).toEqual(burst);
});

test('[C12] a message of 5 MB is shown, and the chat goes on', async ({ chat }) => {
  test.slow();
  const patience = { timeout: 20_000 };
  await chat.open();
  const size = 5_000_000;
  chat.operatorSays('Uzun mesaj. '.repeat(size / 12));
  await expect.poll(() => chat.messages.count(), patience).toBe(1);
  await chat.say('Salam');
  await expect(chat.own).toHaveText(/^Salam/, patience);
});

test('[C13] markup is text, and a picture comes from the provider alone', async ({
  page,
  chat,
  provider,
  customer,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).host));
  await chat.open();
  const markup = '<img src=x onerror=alert(1)><script>alert(1)</script>';
  chat.operatorSays(markup);
  chat.operatorSays('javascript:alert(1)');
  const urls = [
    'javascript:alert(1)',
    'https://evil.example/x.png',
    '//evil.example/x.png',
    '/\\evil.example/x.png',
    '../x.png',
    'data:text/html,x',
  ];
  for (const imageUrl of urls) {
    provider.push(customer.id, { fromUserId: 1, toUserId: customer.id, imageUrl, timestamp: null });
  }
  await chat.shows(markup, 'javascript:alert(1)', ...urls.map(() => 'Şəkil açılmadı'));
  await expect(chat.list.locator('script, img, a')).toHaveCount(0);
  expect(asked).not.toContain('evil.example');
});
