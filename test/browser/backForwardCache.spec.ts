import type { Page } from '@playwright/test';
import { expect, test } from '../support/browser/fixtures';

/** Goes to another page of the same origin; the chat page stays in the back/forward cache. */
async function leave(page: Page): Promise<void> {
  await page.evaluate(() => Object.assign(window, { isFromCache: true }));
  await page.goto('/favicon.svg');
}

/** Waits for `commit` only, because a page from the cache fires no `load`. */
const goBack = (page: Page) => page.goBack({ waitUntil: 'commit' });

test.describe('Page from the back/forward cache', () => {
  test('reconnects and shows the messages that it missed', async ({ page, chat, provider }) => {
    chat.storeIncoming('birinci');
    await chat.open();
    await leave(page);
    await expect.poll(() => provider.hub.connections()).toHaveLength(0);
    chat.storeIncoming('ikinci');
    await goBack(page);
    await chat.expectTexts('birinci', 'ikinci');
    expect(await page.evaluate(() => 'isFromCache' in window)).toBe(true);
    await chat.waitUntilConnected();
    chat.operatorSays('üçüncü');
    await chat.expectTexts('birinci', 'ikinci', 'üçüncü');
    expect(provider.hub.connections()).toHaveLength(1);
  });

  test('shows the login screen if the customer logged out in the meantime', async ({
    page,
    chat,
    login,
    provider,
  }) => {
    chat.storeIncoming('Salam');
    await chat.open();
    await leave(page);
    await page.evaluate(() => {
      localStorage.removeItem('token');
    });
    await goBack(page);
    await expect(login.heading).toBeVisible();
    await expect(page).toHaveURL('/login');
    await expect(page.getByText('Salam')).toBeHidden();
    await expect.poll(() => provider.hub.connections()).toHaveLength(0);
  });

  test('contains nothing of the conversation after logout, nor does the next customer’s chat', async ({
    page,
    chat,
    login,
    provider,
  }) => {
    chat.storeIncoming('Salam');
    await chat.open();
    await chat.expectTexts('Salam');
    await chat.say('Kömək lazımdır');
    await expect(chat.own).toHaveCount(1);
    await chat.logOut();
    await expect(login.heading).toBeVisible();
    expect(provider.hub.connections()).toHaveLength(0);
    await goBack(page);
    await expect(page).toHaveURL('/login');
    await expect(login.heading).toBeVisible();
    const pageAndStorage = () =>
      page.evaluate(
        () => document.documentElement.outerHTML + JSON.stringify(Object.entries(localStorage)),
      );
    expect(await pageAndStorage()).not.toMatch(/Salam|Kömək|eyJ/);
    await login.signIn('557654321');
    await chat.waitUntilConnected();
    await expect(chat.messages).toHaveCount(0);
    expect(await pageAndStorage()).not.toMatch(/Salam|Kömək/);
    const { id } = provider.customerFor('+994557654321');
    expect(provider.hub.connections().map(({ customerId }) => customerId)).toEqual([id]);
  });
});
