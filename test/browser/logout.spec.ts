import { storeToken } from '../support/page/page';
import { expect, test } from '../support/browser/fixtures';

test.describe('Logout', () => {
  test('leaves no chat for the Back button', async ({ page, chat, login }) => {
    chat.storeIncoming('Salam');
    await chat.open();
    await chat.logOut();
    await expect(login.heading).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL('/login');
    await expect(login.heading).toBeVisible();
    await expect(page.getByText('Salam')).toBeHidden();
  });

  test('(D8) leaves no old or new message for the next customer on the same page', async ({
    chat,
    login,
    customer,
    provider,
  }) => {
    chat.storeIncoming('Salam');
    await chat.open();
    await chat.expectTexts('Salam');
    await chat.logOut();
    await login.signIn('557654321');
    await chat.waitUntilConnected();
    await expect(chat.messages).toHaveCount(0);
    chat.operatorSays('Başqasına');
    const other = provider.customerFor('+994557654321');
    provider.operator.send(other.id, { text: 'Sizə' });
    await chat.expectTexts('Sizə');
    expect(provider.hub.connections(customer.id)).toEqual([]);
  });

  test('logs out every other tab', async ({ page, chat, login, provider }) => {
    await chat.open();
    const other = chat.onPage(await page.context().newPage());
    await other.page.goto('/chat');
    await other.waitUntilConnected();
    await chat.logout.click();
    await expect(login.heading).toBeVisible();
    await expect(other.page).toHaveURL('/login');
    await expect.poll(() => provider.hub.connections()).toHaveLength(0);
  });

  test('is followed by a reload in a tab whose user changes in another tab', async ({
    page,
    chat,
    provider,
  }) => {
    chat.storeIncoming('Salam');
    await chat.open();
    await chat.expectTexts('Salam');
    const another = provider.customerFor('+994557654321');
    provider.store(another.id, { text: 'Sizə' });
    const other = await page.context().newPage();
    await storeToken(other, provider.tokenFor(another.username));
    await chat.expectTexts('Sizə');
    await chat.waitUntilConnected();
    expect(provider.hub.connections().map(({ customerId }) => customerId)).toEqual([another.id]);
  });
});
