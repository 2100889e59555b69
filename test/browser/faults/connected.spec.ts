import type { Provider } from '../../stand-in/provider';
import { expect, test } from '../../support/browser/fixtures';
import { setHidden, hold } from '../../support/page/page';
import {
  hubCalls,
  countAttempts,
  CONNECTED,
  CONNECTING,
  RECONNECTING,
  TEN_MINUTES,
  runClockUntilDisconnected,
  runClockUntil,
  watchLoadingText,
} from '../../support/browser/outage';

test.describe('Faults while connected', () => {
  test.beforeEach(async ({ page, chat, log }) => {
    log.expectErrors();
    await page.clock.install();
    chat.storeIncoming('birinci');
  });

  /** Ends of an established connection; the first retry follows without a delay. */
  const ENDINGS: [code: string, cause: string, end: (hub: Provider['hub']) => void][] = [
    ['(B1)', 'an abrupt drop', (hub) => hub.terminate()],
    ['(B2)', 'a WebSocket close with 1001', (hub) => hub.closeSocket(1001)],
  ];
  for (const [code, cause, end] of ENDINGS) {
    test(`${code} reconnects within a second after ${cause} and shows missed messages once, in order`, async ({
      page,
      chat,
      provider,
    }) => {
      await chat.open();
      const wasLoading = await watchLoadingText(chat);
      await page.clock.pauseAt(Date.now() + 10_000);
      end(provider.hub);
      chat.storeIncoming('ikinci', 'üçüncü');
      await expect(chat.connection).toHaveText(RECONNECTING);
      await page.clock.runFor(1_000);
      await expect.poll(() => provider.hub.connections().length).toBe(1);
      await page.clock.resume();
      await chat.expectTexts('birinci', 'ikinci', 'üçüncü');
      chat.operatorSays('dördüncü');
      await chat.expectTexts('birinci', 'ikinci', 'üçüncü', 'dördüncü');
      expect(await wasLoading()).toBe(false);
    });
  }

  test('(B20) shows a message that is published before the hub subscribes the connection', async ({
    page,
    chat,
    provider,
    customer,
  }) => {
    provider.switches.subscribeDelay = 300;
    await chat.open();
    chat.operatorSays('ikinci');
    await expect.poll(() => provider.ledger.of('opened').length).toBe(1);
    await page.clock.runFor(7_000);
    await chat.expectTexts('birinci', 'ikinci');
    expect(provider.hub.connections()).toHaveLength(1);
    expect(customer.id).toBeGreaterThan(0);
  });

  test('(B21) reconnects at once when a send over server-sent events gets a 404', async ({
    page,
    chat,
    provider,
  }) => {
    provider.switches.transports = ['ServerSentEvents'];
    await chat.open();
    const before = countAttempts(provider);
    await page.route('**/chatHub66?*', async (route) => {
      if (route.request().method() === 'POST') await route.fulfill({ status: 404 });
      else await route.fallback();
    });
    await chat.input.press('a');
    await expect.poll(() => countAttempts(provider)).toBeGreaterThan(before);
    await page.unrouteAll();
    await runClockUntil(chat, CONNECTED);
    chat.operatorSays('ikinci');
    await chat.expectTexts('birinci', 'ikinci');
  });

  test('(B22) is Reconnecting at once when the browser goes offline', async ({ chat, context }) => {
    await chat.open();
    await context.setOffline(true);
    await expect(chat.connection).toHaveText(RECONNECTING);
    await context.setOffline(false);
    await expect(chat.connection).toHaveText(CONNECTED);
  });

  test('(B23) shows the next history while an earlier request hangs', async ({
    chat,
    provider,
  }) => {
    await chat.open();
    provider.switches.calls.messages = { end: 'hang', times: 1 };
    provider.hub.terminate();
    await expect.poll(() => provider.ledger.requests('messages').at(-1)?.status).toBe('pending');
    await expect(chat.connection).toHaveText(CONNECTED);
    chat.storeIncoming('ikinci');
    provider.hub.terminate();
    await chat.expectTexts('birinci', 'ikinci');
  });

  test('(B24) fetches the history when the page is shown after more than 30 s', async ({
    page,
    chat,
  }) => {
    await chat.open();
    await page.clock.runFor(7_000);
    await setHidden(page, true);
    chat.storeIncoming('ikinci');
    await page.clock.fastForward(20_000);
    await page.clock.fastForward(11_000);
    await setHidden(page, false);
    await chat.expectTexts('birinci', 'ikinci');
  });

  test('(B3) loses no message on a half-open connection and reconnects after 30 s', async ({
    page,
    chat,
    provider,
    customer,
  }) => {
    await chat.open();
    provider.hub.silence();
    await chat.say('ikinci');
    await chat.expectTexts('birinci', 'ikinci');
    expect(hubCalls(provider, 'SendMessage')).toEqual([]);
    expect(provider.conversation(customer.id)).toHaveLength(2);
    chat.operatorSays('üçüncü');
    await page.clock.runFor(30_000);
    await expect.poll(() => provider.ledger.of('opened')).toHaveLength(2);
    await chat.expectTexts('birinci', 'ikinci', 'üçüncü');
  });

  test('(B4) shows the messages of an outage once and in order', async ({ chat, provider }) => {
    await chat.open();
    chat.operatorSays('ikinci');
    provider.switches.calls.negotiate = { status: 503, times: 1 };
    provider.hub.terminate();
    chat.operatorSays('üçüncü');
    await chat.say('dördüncü');
    await expect(chat.own).toHaveCount(1);
    chat.operatorSays('beşinci');
    await runClockUntil(chat, CONNECTED);
    await chat.expectTexts('birinci', 'ikinci', 'üçüncü', 'dördüncü', 'beşinci');
  });

  test('(B5) shows a message that arrives between the history response and the connection', async ({
    page,
    chat,
    customer,
  }) => {
    const negotiation = await hold(page, '**/chatHub66/negotiate?*');
    await chat.openWith(customer.token);
    await chat.expectTexts('birinci');
    await negotiation.requested;
    chat.operatorSays('ikinci');
    negotiation.release();
    await chat.expectTexts('birinci', 'ikinci');
  });

  test('(B16) keeps a text over 32 KB and reconnects only once after the hub drops it', async ({
    page,
    chat,
    provider,
    customer,
  }) => {
    await chat.open();
    const text = 'ə'.repeat(20_000);
    await chat.say(text);
    await expect.poll(() => provider.ledger.of('opened')).toHaveLength(2);
    await chat.waitUntilConnected();
    await chat.expectTexts('birinci', text);
    await page.clock.runFor(20_000);
    expect(countAttempts(provider)).toBe(2);
    expect(provider.conversation(customer.id)).toHaveLength(2);
  });

  test('(B17) sends and shows a message while SendTyping is slow', async ({ chat, provider }) => {
    provider.switches.invocations.sendtyping = { delay: 5_000 };
    await chat.open();
    await chat.input.pressSequentially('ikinci');
    await chat.input.press('Enter');
    await expect(chat.own).toContainText(['ikinci'], { timeout: 4_000 });
    await expect(chat.input).toHaveValue('');
    expect(hubCalls(provider, 'SendTyping').length).toBeGreaterThan(0);
  });

  test('(B18) makes one attempt per retry delay in each tab after the server closes every connection', async ({
    context,
    chat,
    provider,
  }) => {
    const otherTab = chat.onPage(await context.newPage());
    await otherTab.page.clock.install();
    await chat.open();
    await otherTab.page.goto('/chat');
    await otherTab.waitUntilConnected();
    const before = countAttempts(provider);
    provider.switches.calls.negotiate = { status: 503 };
    provider.hub.close();
    await Promise.all([runClockUntilDisconnected(chat), runClockUntilDisconnected(otherTab)]);
    await Promise.all([chat, otherTab].map(({ page }) => page.clock.runFor(TEN_MINUTES)));
    expect(countAttempts(provider) - before).toBe(8);
  });

  test('(B19) stays live in seven tabs, one over the HTTP/1.1 limit of connections to a host', async ({
    context,
    chat,
    customer,
    provider,
  }) => {
    test.slow();
    provider.switches.broadcastOnSend = true;
    await chat.openWith(customer.token);
    const tabs = [chat];
    while (tabs.length < 7) tabs.push(chat.onPage(await context.newPage()));
    await Promise.all(tabs.slice(1).map(({ page }) => page.goto('/chat')));
    for (const tab of tabs) await expect(tab.connection).toHaveText(CONNECTED);
    expect(provider.hub.connections()).toHaveLength(7);
    chat.operatorSays('ikinci');
    for (const tab of tabs) await tab.expectTexts('birinci', 'ikinci');
    await tabs.at(-1)?.say('üçüncü');
    for (const tab of tabs) await tab.expectTexts('birinci', 'ikinci', 'üçüncü');
  });

  test('(B19) over server-sent events, keeps five tabs live, and connects a sixth when one is closed', async ({
    context,
    chat,
    customer,
    provider,
  }) => {
    provider.switches.transports = ['ServerSentEvents'];
    await chat.openWith(customer.token);
    const openTab = async () => {
      const tab = chat.onPage(await context.newPage());
      await tab.page.goto('/chat');
      return tab;
    };
    const tabs = [chat];
    await expect(chat.connection).toHaveText(CONNECTED);
    while (tabs.length < 5) {
      const tab = await openTab();
      await expect(tab.connection).toHaveText(CONNECTED);
      tabs.push(tab);
    }
    // Its event stream takes the last connection, so its handshake cannot be sent.
    const sixth = await openTab();
    await expect.poll(() => provider.ledger.requests('hubGet')).toHaveLength(6);
    await expect(sixth.connection).toHaveText(CONNECTING);
    chat.operatorSays('ikinci');
    for (const tab of tabs) await tab.expectTexts('birinci', 'ikinci');
    await tabs.at(-1)?.page.close();
    await expect(sixth.connection).toHaveText(CONNECTED);
    await sixth.expectTexts('birinci', 'ikinci');
    await chat.say('üçüncü');
    await sixth.expectTexts('birinci', 'ikinci', 'üçüncü');
  });
});
