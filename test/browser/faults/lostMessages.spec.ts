import type { Provider } from '../../stand-in/provider';
import type { CustomerChat } from '../../support/browser/customerChat';
import { expect, test } from '../../support/browser/fixtures';
import { CONNECTED, hubCalls } from '../../support/browser/outage';
import { recordTexts } from '../../support/page/page';

/**
 * Faults during which the second message is sent. Each function ends when the page has what it
 * needs to show the message.
 */
const FAULTS: Record<string, (chat: CustomerChat, provider: Provider) => unknown> = {
  'an abrupt drop': (chat, provider) => {
    provider.hub.terminate();
    chat.storeIncoming('ikinci');
  },
  'a half-open connection': async (chat, provider) => {
    provider.hub.connections()[0]?.silence();
    await chat.say('ikinci');
    await chat.expectTexts('birinci', 'ikinci');
    expect(hubCalls(provider, 'SendMessage')).toEqual([]);
    await chat.page.clock.runFor(30_000);
  },
  'a second outage while the history of the first one hangs': async (chat, provider) => {
    provider.switches.calls.messages = { end: 'hang', times: 1 };
    provider.hub.terminate();
    await expect.poll(() => provider.ledger.requests('messages').at(-1)?.status).toBe('pending');
    await expect(chat.connection).toHaveText(CONNECTED);
    chat.storeIncoming('ikinci');
    provider.hub.terminate();
  },
};

for (const [fault, inject] of Object.entries(FAULTS)) {
  test(`No message is lost, duplicated or out of order after ${fault}`, async ({
    page,
    chat,
    provider,
    log,
  }) => {
    log.expectErrors();
    await page.clock.install();
    chat.storeIncoming('birinci');
    await chat.open();
    const texts = await recordTexts(page.locator('body'));
    await inject(chat, provider);
    await chat.expectTexts('birinci', 'ikinci');
    await expect(chat.connection).toHaveText(CONNECTED);
    chat.operatorSays('üçüncü');
    await chat.expectTexts('birinci', 'ikinci', 'üçüncü');
    expect((await texts()).join()).not.toContain('Mesajlar yüklənir...');
    await expect.poll(() => provider.hub.connections()).toHaveLength(1);
  });
}
