import { LOGIN, CHAT } from '../support/page/chatScreen';
import { expect, test } from '../support/engines/fixtures';

test.describe('Two tabs of a customer', () => {
  test.beforeEach(async ({ appTab }) => {
    await appTab.openChat();
  });

  test('show a message that one of them sends, once', async ({ appTab, newAppTab, provider }) => {
    const other = await newAppTab();
    await other.openChat();
    await appTab.tab.show();
    // The stand-in delivers no echo by default, so only the first tab knows of the message.
    await appTab.say('birinci');
    await appTab.expectTexts('birinci');
    await other.expectTexts('birinci');
    provider.switches.echo = true;
    await appTab.say('ikinci');
    await appTab.expectTexts('birinci', 'ikinci');
    await other.expectTexts('birinci', 'ikinci');
  });

  test('are both signed out when one of them signs out', async ({
    appTab,
    newAppTab,
    provider,
  }) => {
    const other = await newAppTab();
    await other.openChat();
    await appTab.tab.show();
    await appTab.click(CHAT.logout);
    await expect.poll(() => appTab.count(LOGIN.heading)).toBe(1);
    await expect.poll(() => other.count(LOGIN.heading)).toBe(1);
    await expect.poll(() => provider.hub.connections()).toHaveLength(0);
  });
});

test.describe('A customer who leaves and comes back', () => {
  test('sees the messages that were missed', async ({ appTab, provider, customer, engine }) => {
    provider.store(customer.id, { text: 'birinci' });
    await appTab.openChat();
    await appTab.tab.evaluate(() => void Object.assign(window, { isFromCache: true }), null);
    await appTab.tab.open(`${appTab.url}/favicon.svg`);
    await expect.poll(() => provider.hub.connections()).toHaveLength(0);
    provider.store(customer.id, { text: 'ikinci' });
    await appTab.tab.back();
    await appTab.expectTexts('birinci', 'ikinci');
    await appTab.waitUntilConnected();
    provider.operator.send(customer.id, { text: 'üçüncü' });
    await appTab.expectTexts('birinci', 'ikinci', 'üçüncü');
    expect(provider.hub.connections()).toHaveLength(1);
    const isFromCache = await appTab.tab.evaluate(() => 'isFromCache' in window, null);
    // WebKit restores the page; Firefox loads it again.
    expect(isFromCache).toBe(engine === 'webkit');
  });
});
