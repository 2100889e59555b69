import type { CustomerChat } from '../../support/browser/customerChat';
import { expect, test } from '../../support/browser/fixtures';
import { setHidden } from '../../support/page/page';
import {
  countAttempts,
  CONNECTED,
  expectUsable,
  RECONNECTING,
  TEN_MINUTES,
  disconnect,
  runClockUntilDisconnected,
  watchLoadingText,
  countTimers,
  pendingTimers,
} from '../../support/browser/outage';

/** Events after which the app retries now. */
const TRIGGERS = {
  'the browser comes online': async ({ page }: CustomerChat) => {
    await page.context().setOffline(true);
    await page.context().setOffline(false);
  },
  'the page is shown': async ({ page }: CustomerChat) => {
    await setHidden(page, true);
    await setHidden(page, false);
  },
  'a message is sent': async (chat: CustomerChat) => {
    await chat.say('son');
  },
};

test.describe('Recovery after an outage', () => {
  for (const outage of ['a short outage', 'an outage that outlasts all retries'] as const) {
    for (const [trigger, act] of Object.entries(TRIGGERS)) {
      test(`reconnects at once and shows missed messages when ${trigger} after ${outage}`, async ({
        page,
        chat,
        provider,
        log,
      }) => {
        log.expectErrors();
        await page.clock.install();
        chat.storeIncoming('birinci');
        await chat.open();
        provider.switches.calls.negotiate = { status: 503 };
        provider.hub.terminate();
        await expect(chat.connection).toHaveText(RECONNECTING);
        const wasLoading = await watchLoadingText(chat);
        chat.operatorSays('ikinci');
        await chat.say('üçüncü');
        await chat.expectTexts('birinci', 'üçüncü');
        if (outage === 'a short outage') {
          // Four attempts: the delay of 30 s before the last one is running.
          const attemptsMade = async () => {
            await page.clock.runFor(1_000);
            return countAttempts(provider);
          };
          await expect.poll(attemptsMade, { intervals: [50] }).toBe(4);
        } else await runClockUntilDisconnected(chat);
        await expectUsable(chat);
        chat.operatorSays('dördüncü');

        provider.switches.calls.negotiate = undefined;
        await act(chat);
        // The next retry, if there is one, is later than these expectations wait.
        await expect(chat.connection).toHaveText(CONNECTED);
        const last = trigger === 'a message is sent' ? ['son'] : [];
        const all = ['birinci', 'ikinci', 'üçüncü', 'dördüncü', ...last];
        await expect(chat.messages).toContainText(all);
        await chat.expectTexts(...all);
        expect(await wasLoading()).toBe(false);
        chat.operatorSays('canlı');
        await chat.expectTexts(...all, 'canlı');
        expect(provider.hub.connections()).toHaveLength(1);
      });
    }
  }

  test('(B6) keeps no timer and makes no further attempt after the fourth failed retry', async ({
    page,
    chat,
    provider,
    log,
  }) => {
    log.expectErrors();
    await page.clock.install();
    await countTimers(page);
    await chat.open();
    const pending = () => pendingTimers(page);
    expect(await pending()).toContain(30_000);
    await disconnect(chat, provider);
    // The remaining timer looks each minute whether the day has changed.
    await expect.poll(async () => (await pending()).length).toBe(1);
    expect(await pending()).toEqual([60_000]);
    await page.clock.runFor(TEN_MINUTES);
    expect(countAttempts(provider)).toBe(5);
  });
});
