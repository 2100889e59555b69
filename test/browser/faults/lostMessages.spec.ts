import type { Provider } from '../../stand-in/provider';
import type { CustomerChat } from '../../support/browser/customerChat';
import { expect, test } from '../../support/browser/fixtures';
import {
  CONNECTED,
  countAttempts,
  disconnect,
  hubCalls,
  runClockUntil,
  TEN_MINUTES,
} from '../../support/browser/outage';
import { recordTexts } from '../../support/page/page';

const OFFLINE: unknown = expect.stringMatching(
  /^(Sending a message|Loading history) failed: FETCH_ERROR$/,
);

const LONG_TEXT = 'ə'.repeat(20_000);

const opened = (provider: Provider) => provider.ledger.of('opened').length;

/** Ends retrying, while the operator sends a message, and lets the hub connect again. */
async function disconnectAndMiss(chat: CustomerChat, provider: Provider): Promise<void> {
  await disconnect(chat, provider);
  chat.operatorSays('ikinci');
  provider.switches.calls.negotiate = undefined;
}

/**
 * Faults during which the second message is sent. Each function ends when the page has what it
 * needs to show the message.
 */
const FAULTS: Record<string, (chat: CustomerChat, provider: Provider) => unknown> = {
  'an abrupt drop': (chat, provider) => {
    provider.hub.terminate();
    chat.storeIncoming('ikinci');
  },
  'a WebSocket close with 1001': (chat, provider) => {
    provider.hub.connections()[0]?.closeSocket(1001);
    chat.storeIncoming('ikinci');
  },
  'a half-open connection': async (chat, provider) => {
    provider.hub.connections()[0]?.silence();
    await chat.say('ikinci');
    await chat.expectTexts('birinci', 'ikinci');
    expect(hubCalls(provider, 'SendMessage')).toEqual([]);
    await chat.page.clock.runFor(30_000);
  },
  'an outage during which a message is sent': async (chat, provider) => {
    provider.switches.calls.negotiate = { status: 503, times: 1 };
    provider.hub.terminate();
    await chat.say('ikinci');
    await expect(chat.own).toHaveCount(1);
    await runClockUntil(chat, CONNECTED);
  },
  'all retries fail, then the browser comes online': async (chat, provider) => {
    await disconnectAndMiss(chat, provider);
    await chat.page.context().setOffline(true);
    await chat.page.context().setOffline(false);
  },
  'all retries fail, then the page is shown': async (chat, provider) => {
    await disconnectAndMiss(chat, provider);
    await chat.setHidden(true);
    await chat.setHidden(false);
  },
  'a text over 32 KB, which the hub answers with a drop': async (chat, provider) => {
    await chat.say(LONG_TEXT);
    await expect.poll(() => opened(provider)).toBe(2);
    await chat.waitUntilConnected();
    await chat.page.clock.runFor(20_000);
    expect(countAttempts(provider)).toBe(2);
  },
  'a send over server-sent events gets a 404': async (chat, provider) => {
    const before = countAttempts(provider);
    await chat.page.route('**/chatHub66?*', async (route) => {
      if (route.request().method() === 'POST') await route.fulfill({ status: 404 });
      else await route.fallback();
    });
    await chat.input.press('a');
    await expect.poll(() => countAttempts(provider)).toBeGreaterThan(before);
    chat.storeIncoming('ikinci');
    await chat.page.unrouteAll();
    await runClockUntil(chat, CONNECTED);
  },
  'the history after an outage hangs, then the next outage': async (chat, provider) => {
    provider.switches.calls.messages = { end: 'hang', times: 1 };
    provider.hub.terminate();
    await expect.poll(() => provider.ledger.requests('messages').at(-1)?.status).toBe('pending');
    await expect(chat.connection).toHaveText(CONNECTED);
    chat.storeIncoming('ikinci');
    provider.hub.terminate();
  },
  'the browser is offline for 10 s and a send fails': async (chat) => {
    await chat.page.context().setOffline(true);
    await chat.page.clock.runFor(10_000);
    const failure = 'Loading history failed';
    const failed = chat.page.waitForEvent('console', (line) => line.text().startsWith(failure));
    await chat.say('ikinci');
    await expect(chat.input).toBeEnabled();
    await expect(chat.input).toHaveValue('ikinci');
    await failed;
    await chat.page.context().setOffline(false);
    await expect(chat.connection).toHaveText(CONNECTED);
    await chat.input.press('Enter');
  },
  'the page sleeps for ten minutes': async (chat, provider) => {
    await chat.setHidden(true);
    provider.hub.connections()[0]?.silence();
    chat.operatorSays('ikinci');
    // A sleeping page runs no timers: only the system time advances.
    await chat.page.clock.setSystemTime(Date.now() + TEN_MINUTES);
    await expect(chat.connection).toHaveText(CONNECTED);
    await chat.setHidden(false);
    await expect.poll(() => opened(provider)).toBe(2);
  },
};

test.describe('No message is lost, duplicated or out of order', () => {
  for (const [fault, inject] of Object.entries(FAULTS)) {
    test(`after ${fault}`, async ({ page, chat, provider, log }) => {
      log.expectErrors(
        // The history may fail before the message, or after it.
        ...(fault.includes('is offline') ? [OFFLINE, OFFLINE] : []),
      );
      if (fault.includes('gets a 404')) provider.switches.transports = ['ServerSentEvents'];
      await page.clock.install();
      chat.storeIncoming('birinci');
      await chat.open();
      const texts = await recordTexts(page.locator('body'));
      await inject(chat, provider);
      const second = fault.includes('over 32 KB') ? LONG_TEXT : 'ikinci';
      await chat.expectTexts('birinci', second);
      await expect(chat.connection).toHaveText(CONNECTED);
      chat.operatorSays('üçüncü');
      await chat.expectTexts('birinci', second, 'üçüncü');
      expect((await texts()).join()).not.toContain('Mesajlar yüklənir...');
      await expect.poll(() => provider.hub.connections()).toHaveLength(1);
    });
  }
});
