import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures';
import { setHidden } from '../hidden';
import { hold } from '../hold';
import {
  attempts,
  CONNECTED,
  DISCONNECTED,
  RECONNECTING,
  TEN_MINUTES,
  untilState,
  watchLoading,
} from './outage';

// Playwright switches the back/forward cache off.
test.use({
  launchOptions: async ({ launchOptions }, use) => {
    await use({ ...launchOptions, ignoreDefaultArgs: ['--disable-back-forward-cache'] });
  },
});

/** What the server says every 15 s to whoever is there. */
const PING = '{"type":6}\x1e';

const leave = (page: Page) => page.goto('/favicon.svg');
const back = (page: Page) => page.goBack({ waitUntil: 'commit' });

test('[E1] offline for 10 s: sending fails as it should, then the channel is new and nothing is missing', async ({
  page,
  context,
  chat,
  provider,
  log,
}) => {
  log.expectErrors('Sending a message failed: FETCH_ERROR');
  await page.clock.install();
  chat.stored('birinci');
  await chat.open();
  await context.setOffline(true);
  await page.clock.runFor(10_000);
  chat.stored('ikinci');
  await chat.say('üçüncü');
  await expect(chat.input).toBeEnabled();
  await expect(chat.input).toHaveValue('üçüncü');
  await context.setOffline(false);
  await expect.poll(() => provider.ledger.of('opened')).toHaveLength(2);
  await expect(chat.messages).toContainText(['birinci', 'ikinci']);
  await chat.input.press('Enter');
  await chat.shows('birinci', 'ikinci', 'üçüncü');
});

test('[E1] offline for 90 s and more: given up, and live again as soon as the browser is online', async ({
  page,
  context,
  chat,
  provider,
  log,
}) => {
  log.expectErrors();
  await page.clock.install();
  chat.stored('birinci');
  await chat.open();
  const wasLoading = await watchLoading(chat);
  await context.setOffline(true);
  provider.hub.terminate();
  await expect(chat.connection).toHaveText(RECONNECTING);
  await untilState(chat, DISCONNECTED);
  chat.stored('ikinci');
  await context.setOffline(false);
  await expect(chat.connection).toHaveText(CONNECTED, { timeout: 1_000 });
  await chat.shows('birinci', 'ikinci');
  expect(await wasLoading()).toBe(false);
});

test('[E2] hidden and asleep for ten minutes: a connection that looks healthy is replaced when the page is shown', async ({
  page,
  chat,
  provider,
}) => {
  await page.clock.install();
  chat.stored('birinci');
  await chat.open();
  await setHidden(page, true);
  provider.hub.silence();
  chat.operatorSays('ikinci');
  // No timer runs in a sleeping page; only the time has moved on when it wakes.
  await page.clock.setSystemTime(Date.now() + TEN_MINUTES);
  await expect(chat.connection).toHaveText(CONNECTED);
  await setHidden(page, false);
  await expect(chat.messages).toContainText(['birinci', 'ikinci'], { timeout: 1_000 });
  expect(provider.ledger.of('opened')).toHaveLength(2);
});

test('[E3] back from another page: live again with what was missed, and once', async ({
  page,
  chat,
  provider,
}) => {
  chat.stored('birinci');
  await chat.open();
  await leave(page);
  await expect.poll(() => provider.hub.connections()).toEqual([]);
  chat.operatorSays('ikinci');
  await back(page);
  await chat.isConnected();
  await chat.shows('birinci', 'ikinci');
  expect(provider.hub.connections()).toHaveLength(1);
});

test('[E3] back after logout: the chat is not shown, not even shortly', async ({
  page,
  chat,
  login,
  provider,
}) => {
  chat.stored('birinci');
  await chat.open();
  await chat.logout.click();
  await expect(login.heading).toBeVisible();
  await back(page);
  await expect(login.heading).toBeVisible();
  await expect(page.getByText('birinci')).toBeHidden();
  expect(provider.hub.connections()).toEqual([]);
});

test('[A20] away and back while the channel starts: one connection, the newest', async ({
  page,
  chat,
  customer,
  provider,
}) => {
  const negotiation = await hold(page, '**/chatHub66/negotiate?*');
  await chat.openWith(customer.token);
  await negotiation.asked;
  for (let time = 0; time < 3; time += 1) {
    await leave(page);
    await back(page);
    await expect(chat.input).toBeVisible();
  }
  negotiation.release();
  await chat.isConnected();
  chat.operatorSays('Salam');
  await chat.shows('Salam');
  await expect.poll(() => provider.hub.connections()).toHaveLength(1);
});

test('[E4] reload and close: the server sees the end at once, nothing flashes up, one connection after it', async ({
  page,
  chat,
  provider,
}) => {
  await chat.open();
  await page.addInitScript(() => {
    new MutationObserver(() => {
      if (document.querySelector('[role=alert]')) localStorage.setItem('alert', 'seen');
    }).observe(document, { subtree: true, childList: true });
  });
  await page.reload();
  await chat.isConnected();
  await expect.poll(() => provider.hub.connections()).toHaveLength(1);
  expect(await page.evaluate(() => localStorage.getItem('alert'))).toBeNull();
  await page.close();
  await expect.poll(() => provider.hub.connections()).toEqual([]);
});

test('[E5] two tabs of one customer, and another customer: each has all of its own, and nothing else', async ({
  browser,
  baseURL,
  context,
  chat,
  provider,
}) => {
  await chat.open();
  const second = chat.on(await context.newPage());
  await second.page.goto('/chat');
  await second.isConnected();
  const another = provider.customerFor('+994557654321');
  const elsewhere = await browser.newContext(baseURL ? { baseURL } : {});
  const foreign = chat.on(await elsewhere.newPage());
  await foreign.openWith(provider.tokenFor(another.username));
  await foreign.isConnected();
  expect(provider.hub.connections()).toHaveLength(3);
  chat.operatorSays('Salam');
  provider.operator.send(another.id, { text: 'Sizə' });
  await chat.shows('Salam');
  await second.shows('Salam');
  await foreign.shows('Sizə');
  await elsewhere.close();
});

test('[E6] a hidden tab whose timers run late stays connected while the server pings', async ({
  page,
  chat,
  provider,
}) => {
  await page.clock.install();
  const opening = page.waitForEvent('websocket');
  await chat.open();
  const socket = await opening;
  await setHidden(page, true);
  for (let minute = 0; minute < 3; minute += 1) {
    for (let ping = 0; ping < 4; ping += 1) {
      await page.clock.fastForward(15_000);
      const heard = socket.waitForEvent('framereceived');
      provider.hub.sendRaw(PING);
      await heard;
    }
    chat.operatorSays(String(minute));
    await expect(chat.messages).toHaveCount(minute + 1);
  }
  await expect(chat.connection).toHaveText(CONNECTED);
  expect(attempts(provider)).toBe(1);
  await setHidden(page, false);
  await chat.shows('0', '1', '2');
  expect(attempts(provider)).toBe(1);
});
