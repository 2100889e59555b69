import type { Provider } from '../../provider/provider';
import { expect, test } from '../fixtures';
import { hold } from '../hold';
import { hubCalls } from '../hubCalls';
import {
  attempts,
  CONNECTED,
  isUsable,
  RECONNECTING,
  TEN_MINUTES,
  untilGivenUp,
  untilState,
  watchLoading,
} from './outage';

test.beforeEach(async ({ page, chat, log }) => {
  log.expectErrors();
  await page.clock.install();
  chat.stored('birinci');
});

/** What ends a connection that is up; the first attempt after it follows at once. */
const ENDINGS = {
  '[B1] the line is cut': (hub) => hub.terminate(),
  '[B2] the socket is closed with 1000': (hub) => hub.closeSocket(1000),
  '[B2] the socket is closed with 1001': (hub) => hub.closeSocket(1001),
  '[B2] the socket is closed with 1012': (hub) => hub.closeSocket(1012),
  '[B10] the server says goodbye without leave to return': (hub) => hub.close({ error: 'Oops' }),
  '[B11] the server says goodbye for a deployment': (hub) => hub.close({ allowReconnect: true }),
} satisfies Record<string, (hub: Provider['hub']) => void>;
for (const [name, end] of Object.entries(ENDINGS)) {
  test(`${name}: back at once, with what was missed, once and in order`, async ({
    chat,
    provider,
  }) => {
    await chat.open();
    const wasLoading = await watchLoading(chat);
    end(provider.hub);
    chat.stored('ikinci', 'üçüncü');
    await expect.poll(() => provider.hub.connections().length, { timeout: 1_000 }).toBe(1);
    await chat.shows('birinci', 'ikinci', 'üçüncü');
    chat.operatorSays('dördüncü');
    await chat.shows('birinci', 'ikinci', 'üçüncü', 'dördüncü');
    expect(await wasLoading()).toBe(false);
  });
}

test('[B3] the line is open but dead: what is sent meanwhile is not lost, and 30 s later all is back', async ({
  page,
  chat,
  provider,
  customer,
}) => {
  await chat.open();
  provider.hub.silence();
  await chat.say('ikinci');
  await chat.shows('birinci', 'ikinci');
  expect(hubCalls(provider, 'SendMessage')).toEqual([]);
  expect(provider.conversation(customer.id)).toHaveLength(2);
  chat.operatorSays('üçüncü');
  await page.clock.runFor(30_000);
  await expect.poll(() => provider.ledger.of('opened')).toHaveLength(2);
  await chat.shows('birinci', 'ikinci', 'üçüncü');
});

test('[B4] messages during an outage appear after it, once and in order', async ({
  chat,
  provider,
}) => {
  await chat.open();
  chat.operatorSays('ikinci');
  provider.switches.calls.negotiate = { status: 503, times: 1 };
  provider.hub.terminate();
  chat.operatorSays('üçüncü');
  await chat.say('dördüncü');
  chat.operatorSays('beşinci');
  await untilState(chat, CONNECTED);
  await chat.shows('birinci', 'ikinci', 'üçüncü', 'dördüncü', 'beşinci');
});

test('[B5] a message between the history and the connection is not lost', async ({
  page,
  chat,
  customer,
}) => {
  const negotiation = await hold(page, '**/chatHub66/negotiate?*');
  await chat.openWith(customer.token);
  await chat.shows('birinci');
  await negotiation.asked;
  chat.operatorSays('ikinci');
  negotiation.release();
  await chat.shows('birinci', 'ikinci');
});

for (const failed of [1, 3]) {
  test(`[B6] an outage of ${failed} failed attempts: the next one is up`, async ({
    chat,
    provider,
  }) => {
    await chat.open();
    const before = attempts(provider);
    provider.switches.calls.negotiate = { status: 503, times: failed };
    provider.hub.terminate();
    chat.stored('ikinci');
    await expect(chat.connection).toHaveText(RECONNECTING);
    await untilState(chat, CONNECTED);
    expect(attempts(provider)).toBe(before + failed + 1);
    await chat.shows('birinci', 'ikinci');
  });
}

test('[B7] a server that accepts and fails: the delays run on to their end instead of a hot loop', async ({
  page,
  chat,
  provider,
}) => {
  await chat.open();
  provider.hub.events.on('presence', () => setTimeout(() => provider.hub.closeSocket(1011), 5));
  provider.hub.closeSocket(1011);
  await untilGivenUp(chat);
  await page.clock.runFor(TEN_MINUTES);
  expect(attempts(provider)).toBe(5);
  await isUsable(chat);
});

test('[B8] an attempt to reconnect that is not answered is given up after 20 s', async ({
  page,
  chat,
  provider,
}) => {
  await chat.open();
  provider.switches.calls.negotiate = { end: 'hang', times: 1 };
  provider.hub.terminate();
  await expect.poll(() => attempts(provider)).toBe(2);
  chat.stored('ikinci');
  await page.clock.runFor(20_000);
  await untilState(chat, CONNECTED);
  expect(attempts(provider)).toBe(3);
  await chat.shows('birinci', 'ikinci');
});

test('[B9] long polling, then a WebSocket: silence on it is still noticed', async ({
  page,
  chat,
  provider,
}) => {
  const { transports } = provider.switches;
  provider.switches.transports = ['LongPolling'];
  await chat.open();
  provider.switches.transports = transports;
  await chat.isConnectedAfterDrop();
  expect(provider.ledger.of('opened').map(({ transport }) => transport)).toEqual([
    'LongPolling',
    'WebSockets',
  ]);
  provider.hub.silence();
  chat.stored('ikinci');
  await page.clock.runFor(30_000);
  await untilState(chat, CONNECTED);
  await chat.shows('birinci', 'ikinci');
});

test('[B12] a server that is silent is left after 30 s for a new connection', async ({
  page,
  chat,
  provider,
}) => {
  provider.switches.pings = false;
  await chat.open();
  await page.clock.runFor(20_000);
  expect(provider.ledger.of('opened')).toHaveLength(1);
  await page.clock.runFor(10_000);
  await expect.poll(() => provider.ledger.of('opened')).toHaveLength(2);
  chat.operatorSays('ikinci');
  await chat.shows('birinci', 'ikinci');
});

test('[B16] a text of more than 32 KB: the hub hangs up on it, the message stands, no loop', async ({
  page,
  chat,
  provider,
  customer,
}) => {
  await chat.open();
  const text = 'ə'.repeat(20_000);
  await chat.say(text);
  await expect.poll(() => provider.ledger.of('closed')).toHaveLength(1);
  await untilState(chat, CONNECTED);
  await chat.isConnected();
  await chat.shows('birinci', text);
  await page.clock.runFor(20_000);
  expect(attempts(provider)).toBe(2);
  expect(provider.conversation(customer.id)).toHaveLength(2);
});

test('[B17] a hub that is slow with typing delays neither the call nor the message', async ({
  chat,
  provider,
}) => {
  provider.switches.invocations['sendtyping'] = { delay: 5_000 };
  await chat.open();
  await chat.input.pressSequentially('ikinci');
  await chat.input.press('Enter');
  await expect(chat.own).toContainText(['ikinci'], { timeout: 4_000 });
  await expect(chat.input).toHaveValue('');
  expect(hubCalls(provider, 'SendTyping').length).toBeGreaterThan(0);
});

test('[B18] all are thrown out at once: each makes one attempt for each delay, none beside it', async ({
  context,
  chat,
  provider,
}) => {
  const other = chat.on(await context.newPage());
  await other.page.clock.install();
  await chat.open();
  await other.page.goto('/chat');
  await other.isConnected();
  const before = attempts(provider);
  provider.switches.calls.negotiate = { status: 503 };
  provider.hub.close();
  await Promise.all([untilGivenUp(chat), untilGivenUp(other)]);
  await Promise.all([chat, other].map((one) => one.page.clock.runFor(TEN_MINUTES)));
  expect(attempts(provider) - before).toBe(8);
});

test('[B19] more tabs than a browser has connections to a host: all are live, all can send', async ({
  context,
  chat,
  customer,
  provider,
}) => {
  test.slow();
  provider.switches.broadcastOnSend = true;
  await chat.openWith(customer.token);
  const tabs = [chat];
  while (tabs.length < 7) tabs.push(chat.on(await context.newPage()));
  await Promise.all(tabs.slice(1).map(({ page }) => page.goto('/chat')));
  for (const tab of tabs) await expect(tab.connection).toHaveText(CONNECTED);
  expect(provider.hub.connections()).toHaveLength(7);
  chat.operatorSays('ikinci');
  for (const tab of tabs) await tab.shows('birinci', 'ikinci');
  await tabs.at(-1)?.say('üçüncü');
  for (const tab of tabs) await tab.shows('birinci', 'ikinci', 'üçüncü');
});
