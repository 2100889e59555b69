import { expect, test } from '../support/browser/fixtures';
import { hubCalls } from '../support/browser/outage';

test.describe('Tabs', () => {
  test('show each customer their own messages once', async ({
    browser,
    baseURL,
    chat,
    provider,
  }) => {
    await chat.open();
    const second = await chat.openTab();
    await second.waitUntilConnected();
    const stranger = provider.customerFor('+994557654321');
    const otherContext = await browser.newContext(baseURL ? { baseURL } : {});
    const otherChat = chat.onPage(await otherContext.newPage());
    await otherChat.openWith(provider.tokenFor(stranger.username));
    await otherChat.waitUntilConnected();
    expect(provider.hub.connections()).toHaveLength(3);
    // The stand-in delivers no echo by default, so only the first tab knows of the message.
    await chat.say('birinci');
    await second.expectTexts('birinci');
    provider.switches.echo = true;
    await chat.say('ikinci');
    await expect.poll(() => hubCalls(provider, 'SendMessage')).toHaveLength(2);
    chat.operatorSays('üçüncü');
    provider.operator.send(stranger.id, { text: 'Sizə' });
    for (const tab of [chat, second]) await tab.expectTexts('birinci', 'ikinci', 'üçüncü');
    await otherChat.expectTexts('Sizə');
    await otherContext.close();
  });

  test('show a message once if the clocks differ by minutes', async ({ page, chat, provider }) => {
    await page.context().addInitScript(() => {
      const now = Date.now.bind(Date);
      Date.now = () => now() - 300_000;
    });
    Object.assign(provider.switches, { restamp: true, rewrite: 'trim' });
    Object.assign(provider.switches, { broadcastOnSend: true, echo: true });
    await chat.open();
    const second = await chat.openTab();
    await second.waitUntilConnected();
    await chat.say('necəsiniz');
    await expect.poll(() => hubCalls(provider, 'SendMessage')).toHaveLength(1);
    await chat.say('bəli');
    await expect.poll(() => hubCalls(provider, 'SendMessage')).toHaveLength(2);
    chat.operatorSays('cavab');
    for (const tab of [chat, second]) {
      await expect(tab.messages.last()).toContainText('cavab');
      await expect(tab.own).toHaveCount(2);
      await tab.page.reload();
      await tab.expectTexts('necəsiniz', 'bəli', 'cavab');
    }
  });

  test('show a message once if an answer and a history overtake its response', async ({
    chat,
    provider,
  }) => {
    await chat.open();
    const second = await chat.openTab();
    await second.waitUntilConnected();
    provider.switches.restamp = true;
    provider.switches.calls.send = { when: 'after', delay: 3_000, times: 1 };
    await chat.input.fill('salam');
    await chat.send.click();
    await expect.poll(() => provider.ledger.requests('send')).toHaveLength(1);
    chat.operatorSays('cavab');
    // A history, which the answer causes, can have added the sent message already.
    await expect(chat.messages.last()).toContainText('cavab');
    await second.page.reload();
    await second.expectTexts('salam', 'cavab');
    await expect(chat.input).toHaveValue('');
    chat.operatorSays('son');
    for (const tab of [chat, second]) {
      await expect(tab.messages.last()).toContainText('son');
      await expect(tab.own).toHaveCount(1);
    }
  });
});
