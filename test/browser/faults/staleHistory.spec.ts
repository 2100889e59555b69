import type { Provider } from '../../stand-in/provider';
import { watchRows } from '../../support/devtools/watchRows';
import type { CustomerChat } from '../../support/browser/customerChat';
import { expect, test } from '../../support/browser/fixtures';
import { CONNECTED } from '../../support/browser/outage';

const MINUTE = 60_000;

/** Reconnects and waits until the history that follows has been delivered. */
async function reconnect(chat: CustomerChat, provider: Provider): Promise<void> {
  const opened = () => provider.ledger.of('opened').length;
  const before = opened();
  provider.hub.terminate();
  const advance = async () => {
    if (opened() === before) await chat.page.clock.runFor(2_500);
    return opened();
  };
  await expect.poll(advance, { intervals: [100] }).toBeGreaterThan(before);
  await expect(chat.connection).toHaveText(CONNECTED);
  // If no completion or message arrives, the page fetches the history at most 7 s later.
  await chat.page.clock.runFor(7_000);
  await chat.waitUntilConnected();
}

/** A message that the history does not have at first. */
const UNSTORED: [code: string, message: string, send: (chat: CustomerChat) => unknown][] = [
  ['(C14)', 'a sent message', (chat) => chat.say('üçüncü')],
  ['(C15)', 'a live message', (chat) => chat.operatorSays('üçüncü')],
];

// Only the last history has the last message. When the page shows this message, the page has merged
// the earlier histories.
test.describe('Stale history', () => {
  test.beforeEach(async ({ page, chat, provider, customer, log }) => {
    log.expectErrors();
    await page.clock.install();
    await page.addInitScript(watchRows);
    provider.store(customer.id, { text: 'birinci' }, 10 * MINUTE);
    await chat.openWith(customer.token);
    await expect(chat.connection).toHaveText(CONNECTED);
    await chat.expectTexts('birinci');
  });

  for (const [code, message, send] of UNSTORED) {
    test(`${code} keeps ${message} while histories lack it, and shows it once when they have it`, async ({
      chat,
      provider,
      customer,
    }) => {
      provider.switches.historyLag = MINUTE;
      provider.store(customer.id, { text: 'ikinci' }, 5 * MINUTE);
      await send(chat);
      await expect(chat.messages.filter({ hasText: 'üçüncü' })).toHaveCount(1);
      await reconnect(chat, provider);
      await expect(chat.messages.filter({ hasText: 'ikinci' })).toHaveCount(1);
      await expect(chat.messages.filter({ hasText: 'üçüncü' })).toHaveCount(1);
      await expect(chat.messages).toHaveCount(3);

      provider.switches.historyLag = 0;
      chat.storeIncoming('dördüncü');
      await reconnect(chat, provider);
      await chat.expectTexts('birinci', 'ikinci', 'üçüncü', 'dördüncü');
    });
  }

  test('(C16) keeps every message while histories come from replicas with different lags', async ({
    chat,
    provider,
  }) => {
    await chat.say('ikinci');
    await chat.expectTexts('birinci', 'ikinci');
    chat.operatorSays('üçüncü');
    await chat.expectTexts('birinci', 'ikinci', 'üçüncü');
    provider.switches.historyReplicas = [0, 20 * MINUTE, MINUTE];
    for (let times = 0; times < 3; times += 1) await reconnect(chat, provider);
    await chat.expectTexts('birinci', 'ikinci', 'üçüncü');

    provider.switches.historyReplicas = [];
    chat.storeIncoming('dördüncü');
    await reconnect(chat, provider);
    await chat.expectTexts('birinci', 'ikinci', 'üçüncü', 'dördüncü');
  });

  for (const rewrite of ['trim', 'encode', 'lineEnds'] as const) {
    test(`(C17) keeps one row for a message that the server stores with another time and text (${rewrite})`, async ({
      chat,
      provider,
    }) => {
      Object.assign(provider.switches, { restamp: true, rewrite, historyLag: MINUTE });
      await chat.say(`ikinci "A" & B\n'C' `);
      await expect(chat.own).toContainText(['ikinci']);
      provider.switches.broadcastOnSend = true;
      await chat.say(`üçüncü "A" & B\n'C' `);
      await expect(chat.own).toContainText(['ikinci', 'üçüncü']);
      await reconnect(chat, provider);
      await expect(chat.own).toContainText(['ikinci', 'üçüncü']);

      provider.switches.historyLag = 0;
      chat.storeIncoming('dördüncü');
      await reconnect(chat, provider);
      await expect(chat.messages).toContainText(['birinci', 'ikinci', 'üçüncü', 'dördüncü']);
    });
  }
});
