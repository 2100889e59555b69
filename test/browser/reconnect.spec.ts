import { expect, test } from '../support/browser/fixtures';
import { hold } from '../support/page/hold';

test.describe('Reconnecting', () => {
  test('shows missed messages once and in order', async ({ page, chat, provider }) => {
    chat.storeIncoming('birinci');
    await chat.open();
    chat.operatorSays('ikinci');
    await chat.expectTexts('birinci', 'ikinci');
    const negotiation = await hold(page, '**/chatHub66/negotiate?*');
    const history = await hold(page, '**/api/66/messages/*');
    provider.hub.terminate();
    await negotiation.requested;
    await expect(chat.connection).toHaveText('Yenidən qoşulur');
    await expect(chat.header.getByText('Aktiv operator')).toBeVisible();
    chat.storeIncoming('üçüncü', 'dördüncü');
    await chat.say('beşinci');
    await chat.expectTexts('birinci', 'ikinci', 'beşinci');
    negotiation.release();
    await history.requested;
    await expect(chat.connection).toHaveText('Qoşulub');
    await expect(chat.loading).toBeHidden();
    await chat.expectTexts('birinci', 'ikinci', 'beşinci');
    history.release();
    await chat.expectTexts('birinci', 'ikinci', 'üçüncü', 'dördüncü', 'beşinci');
  });

  test('follows when the server closes the connection without an error', async ({
    chat,
    provider,
  }) => {
    await chat.open();
    provider.hub.close();
    await expect.poll(() => provider.ledger.of('opened')).toHaveLength(2);
    await chat.waitUntilConnected();
    chat.operatorSays('Salam');
    await chat.expectTexts('Salam');
  });
});
