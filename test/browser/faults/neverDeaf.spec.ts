import type { ChatScreen } from '../chatScreen';
import { expect, test } from '../fixtures';
import { setHidden } from '../hidden';
import {
  attempts,
  CONNECTED,
  isUsable,
  RECONNECTING,
  TEN_MINUTES,
  untilGivenUp,
  watchLoading,
} from './outage';
import { countTimers, pendingTimers } from '../timers';

const SECOND = { timeout: 1_000 };

/** Whatever tells that an attempt could succeed now. */
const SIGNS = {
  'the browser comes online': async ({ page }: ChatScreen) => {
    await page.context().setOffline(true);
    await page.context().setOffline(false);
  },
  'the page is shown': async ({ page }: ChatScreen) => {
    await setHidden(page, true);
    await setHidden(page, false);
  },
  'a message is sent': async (chat: ChatScreen) => {
    await chat.say('son');
  },
};

for (const length of ['short', 'longer than all retries'] as const) {
  for (const [name, act] of Object.entries(SIGNS)) {
    test(`after an outage that is ${length}, ${name}: live within a second, with all that was missed`, async ({
      page,
      chat,
      provider,
      log,
    }) => {
      log.expectErrors();
      await page.clock.install();
      chat.stored('birinci');
      await chat.open();
      provider.switches.calls.negotiate = { status: 503 };
      provider.hub.terminate();
      await expect(chat.connection).toHaveText(RECONNECTING);
      const wasLoading = await watchLoading(chat);
      chat.operatorSays('ikinci');
      await chat.say('üçüncü');
      await chat.shows('birinci', 'üçüncü');
      if (length === 'short') {
        // In the pause of 30 s before the last attempt.
        const made = async () => {
          await page.clock.runFor(1_000);
          return attempts(provider);
        };
        await expect.poll(made, { intervals: [50] }).toBe(4);
      } else await untilGivenUp(chat);
      await isUsable(chat);
      chat.operatorSays('dördüncü');

      provider.switches.calls.negotiate = undefined;
      await act(chat);
      await expect(chat.connection).toHaveText(CONNECTED, SECOND);
      const last = name === 'a message is sent' ? ['son'] : [];
      const all = ['birinci', 'ikinci', 'üçüncü', 'dördüncü', ...last];
      await expect(chat.messages).toContainText(all, SECOND);
      await chat.shows(...all);
      expect(await wasLoading()).toBe(false);
      chat.operatorSays('canlı');
      await chat.shows(...all, 'canlı');
      expect(provider.hub.connections()).toHaveLength(1);
    });
  }
}

test('after the fourth failed retry no timer is left, and nothing more is tried', async ({
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
  provider.switches.calls.negotiate = { status: 503 };
  provider.hub.terminate();
  await untilGivenUp(chat);
  // The one that waits for midnight is the calendar's.
  const midnight = await page.evaluate(() => new Date().setHours(24, 0, 0, 0) - Date.now());
  await expect.poll(async () => (await pending()).length).toBe(1);
  expect(Math.abs(((await pending())[0] ?? 0) - midnight)).toBeLessThan(120_000);
  await page.clock.runFor(TEN_MINUTES);
  expect(attempts(provider)).toBe(5);
});
