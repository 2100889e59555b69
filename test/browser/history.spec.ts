import { expect, test } from '../support/browser/fixtures';
import { hold } from '../support/page/hold';

test.describe('History', () => {
  test('shows the loading text, then the messages', async ({ page, chat, customer, provider }) => {
    chat.storeIncoming('birinci');
    chat.storeOwn('ikinci');
    const history = await hold(page, '**/api/66/messages/*');
    await chat.openWith(customer.token);
    await history.requested;
    await expect(chat.loading).toBeVisible();
    await expect(chat.messages).toHaveCount(0);
    history.release();
    await chat.expectTexts('birinci', 'ikinci');
    await expect(chat.loading).toBeHidden();
    expect(provider.ledger.requests('messages')[0]).toMatchObject({
      method: 'GET',
      path: `/api/66/messages/${customer.id}`,
      token: 'header',
      status: 200,
    });
  });

  test('shows messages that arrived between the first history and the connection', async ({
    page,
    chat,
    customer,
  }) => {
    const negotiation = await hold(page, '**/chatHub66/negotiate?*');
    chat.storeIncoming('birinci');
    await chat.openWith(customer.token);
    await chat.expectTexts('birinci');
    await negotiation.requested;
    chat.storeIncoming('ikinci');
    negotiation.release();
    await chat.expectTexts('birinci', 'ikinci');
    await expect(chat.loading).toBeHidden();
  });

  test('shows messages that arrive while it loads once, after it', async ({
    page,
    chat,
    customer,
  }) => {
    chat.storeIncoming('birinci');
    const history = await hold(page, '**/api/66/messages/*');
    await chat.openWith(customer.token);
    await expect(chat.connection).toHaveText('Qoşulub');
    chat.operatorSays('ikinci');
    await chat.expectTexts('ikinci');
    history.release();
    await chat.expectTexts('birinci', 'ikinci');
  });
});
