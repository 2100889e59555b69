import type { Page } from '@playwright/test';
import { expect, test } from '../../support/browser/fixtures';
import { setHidden, hold } from '../../support/page/page';
import { countAttempts, CONNECTED, TEN_MINUTES } from '../../support/browser/outage';

/** The keep-alive record that the server sends every 15 s. */
const PING = '{"type":6}\x1e';

const navigateAway = (page: Page) => page.goto('/favicon.svg');
const goBack = (page: Page) => page.goBack({ waitUntil: 'commit' });

test.describe('Faults in the browser', () => {
  test('(E1) keeps the text of a failed send while offline for 10 s, then reconnects without a loss', async ({
    page,
    context,
    chat,
    provider,
    log,
  }) => {
    log.expectErrors(
      'Sending a message failed: FETCH_ERROR',
      'Loading history failed: FETCH_ERROR',
    );
    await page.clock.install();
    chat.storeIncoming('birinci');
    await chat.open();
    await context.setOffline(true);
    await page.clock.runFor(10_000);
    chat.storeIncoming('ikinci');
    await chat.say('üçüncü');
    await expect(chat.input).toBeEnabled();
    await expect(chat.input).toHaveValue('üçüncü');
    await context.setOffline(false);
    await expect.poll(() => provider.ledger.of('opened')).toHaveLength(2);
    await expect(chat.messages).toContainText(['birinci', 'ikinci']);
    await chat.input.press('Enter');
    await chat.expectTexts('birinci', 'ikinci', 'üçüncü');
  });

  test('(E2) replaces the connection when the page is shown after ten minutes of sleep', async ({
    page,
    chat,
    provider,
  }) => {
    await page.clock.install();
    chat.storeIncoming('birinci');
    await chat.open();
    await setHidden(page, true);
    provider.hub.silence();
    chat.operatorSays('ikinci');
    // A sleeping page runs no timers: only the system time advances.
    await page.clock.setSystemTime(Date.now() + TEN_MINUTES);
    await expect(chat.connection).toHaveText(CONNECTED);
    await setHidden(page, false);
    await expect(chat.messages).toContainText(['birinci', 'ikinci']);
    await expect.poll(() => provider.ledger.of('opened')).toHaveLength(2);
  });

  test('(E3) reconnects once and shows missed messages after Back', async ({
    page,
    chat,
    provider,
  }) => {
    chat.storeIncoming('birinci');
    await chat.open();
    await navigateAway(page);
    await expect.poll(() => provider.hub.connections()).toEqual([]);
    chat.operatorSays('ikinci');
    await goBack(page);
    await chat.waitUntilConnected();
    await chat.expectTexts('birinci', 'ikinci');
    expect(provider.hub.connections()).toHaveLength(1);
  });

  test('(E3) shows the login and not the chat after logout and Back', async ({
    page,
    chat,
    login,
    provider,
  }) => {
    chat.storeIncoming('birinci');
    await chat.open();
    await chat.logout.click();
    await expect(login.heading).toBeVisible();
    await goBack(page);
    await expect(login.heading).toBeVisible();
    await expect(page.getByText('birinci')).toBeHidden();
    expect(provider.hub.connections()).toEqual([]);
  });

  test('(A20) ends with one connection after leaving and returning while it starts', async ({
    page,
    chat,
    customer,
    provider,
  }) => {
    const negotiation = await hold(page, '**/chatHub66/negotiate?*');
    await chat.openWith(customer.token);
    await negotiation.requested;
    for (let time = 0; time < 3; time += 1) {
      await navigateAway(page);
      await goBack(page);
      await expect(chat.input).toBeVisible();
    }
    negotiation.release();
    await chat.waitUntilConnected();
    chat.operatorSays('Salam');
    await chat.expectTexts('Salam');
    await expect.poll(() => provider.hub.connections()).toHaveLength(1);
  });

  test('(E4) closes its connection on reload and on close, and shows no error', async ({
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
    await chat.waitUntilConnected();
    await expect.poll(() => provider.hub.connections()).toHaveLength(1);
    expect(await page.evaluate(() => localStorage.getItem('alert'))).toBeNull();
    await page.close();
    await expect.poll(() => provider.hub.connections()).toEqual([]);
  });

  test('(E5) shows each customer all of their own messages and no others, in every tab', async ({
    browser,
    baseURL,
    context,
    chat,
    provider,
  }) => {
    await chat.open();
    const second = chat.onPage(await context.newPage());
    await second.page.goto('/chat');
    await second.waitUntilConnected();
    const otherCustomer = provider.customerFor('+994557654321');
    const otherContext = await browser.newContext(baseURL ? { baseURL } : {});
    const otherChat = chat.onPage(await otherContext.newPage());
    await otherChat.openWith(provider.tokenFor(otherCustomer.username));
    await otherChat.waitUntilConnected();
    expect(provider.hub.connections()).toHaveLength(3);
    chat.operatorSays('Salam');
    provider.operator.send(otherCustomer.id, { text: 'Sizə' });
    await chat.expectTexts('Salam');
    await second.expectTexts('Salam');
    await otherChat.expectTexts('Sizə');
    await otherContext.close();
  });

  test('(E6) stays connected in a hidden tab with late timers while the server pings', async ({
    page,
    chat,
    provider,
  }) => {
    await page.clock.install();
    const socketOpened = page.waitForEvent('websocket');
    await chat.open();
    const socket = await socketOpened;
    await setHidden(page, true);
    for (let minute = 0; minute < 3; minute += 1) {
      for (let ping = 0; ping < 4; ping += 1) {
        await page.clock.fastForward(15_000);
        const received = socket.waitForEvent('framereceived');
        provider.hub.sendRaw(PING);
        await received;
      }
      chat.operatorSays(String(minute));
      await expect(chat.messages).toHaveCount(minute + 1);
    }
    await expect(chat.connection).toHaveText(CONNECTED);
    expect(countAttempts(provider)).toBe(1);
    await setHidden(page, false);
    await chat.expectTexts('0', '1', '2');
    expect(countAttempts(provider)).toBe(1);
  });
});
