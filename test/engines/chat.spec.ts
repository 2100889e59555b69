import path from 'node:path';
import { CHAT, LOGIN } from '../support/page/chatScreen';
import { expect, test } from '../support/engines/fixtures';

const IMAGE_FILE = path.join(__dirname, '../support/images/grey-320x240.png');

test('Two tabs of a customer show a message that one of them sends, and are both logged out by one', async ({
  appTab,
  newAppTab,
  provider,
}) => {
  await appTab.openChat();
  const other = await newAppTab();
  await other.openChat();
  await appTab.tab.bringToFront();
  // The stand-in delivers no echo by default, so only the first tab knows of the message.
  await appTab.say('birinci');
  await appTab.expectTexts('birinci');
  await other.expectTexts('birinci');
  await appTab.click(CHAT.logout);
  await expect.poll(() => appTab.count(LOGIN.heading)).toBe(1);
  await expect.poll(() => other.count(LOGIN.heading)).toBe(1);
  await expect.poll(() => provider.hub.connections()).toHaveLength(0);
});

test('A message is stored although the customer opens another page during its POST', async ({
  appTab,
  provider,
  customer,
}) => {
  await appTab.openChat();
  await appTab.click(CHAT.input);
  await appTab.tab.keyboard.type('Salam');
  // A keystroke whose frame comes after the page is left would find its WebSocket closed.
  const invoked = () => provider.ledger.of('invocation').map(({ target }) => target);
  await expect.poll(invoked).toEqual(Array(5).fill('SendTyping'));
  // The provider stops its work when the client is gone.
  provider.switches.calls.preflight = { delay: 2_000 };
  provider.switches.calls.send = { delay: 2_000 };
  await appTab.tab.keyboard.press('Enter');
  await expect.poll(async () => (await appTab.find(CHAT.input))[0]?.isDisabled).toBe(true);
  await appTab.open(`${appTab.url}/favicon.svg`);
  const texts = () => provider.conversation(customer.id).map(({ text }) => text);
  expect(texts()).toEqual([]);
  await expect.poll(texts).toEqual(['Salam']);
});

test('A customer who leaves and comes back sees the missed messages', async ({
  appTab,
  provider,
  customer,
  engine,
}) => {
  provider.store(customer.id, { text: 'birinci' });
  await appTab.openChat();
  await appTab.tab.evaluate(() => void Object.assign(window, { isFromCache: true }));
  await appTab.open(`${appTab.url}/favicon.svg`);
  await expect.poll(() => provider.hub.connections()).toHaveLength(0);
  provider.store(customer.id, { text: 'ikinci' });
  await appTab.back();
  await appTab.expectTexts('birinci', 'ikinci');
  await appTab.waitUntilConnected();
  provider.operator.send(customer.id, { text: 'üçüncü' });
  await appTab.expectTexts('birinci', 'ikinci', 'üçüncü');
  expect(provider.hub.connections()).toHaveLength(1);
  // WebKit restores the page; Firefox loads it again.
  const isFromCache = await appTab.tab.evaluate(() => 'isFromCache' in window);
  expect(isFromCache).toBe(engine === 'webkit');
});

test('An image that is picked is uploaded with its progress', async ({ appTab, provider }) => {
  provider.switches.calls.upload = { delay: 4_000 };
  await appTab.openChat();
  await appTab.tab.chooseFile('input[type=file]', IMAGE_FILE);
  await expect.poll(() => appTab.count(CHAT.progress)).toBe(1);
  await expect.poll(() => appTab.count(['[data-own="true"] :is(img, canvas)'])).toBe(1);
  await expect.poll(() => appTab.count(CHAT.progress)).toBe(0);
  expect(provider.ledger.requests('upload')).toHaveLength(1);
});
