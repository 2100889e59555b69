import type { Page } from '@playwright/test';
import { expect, test } from '../support/browser/fixtures';

/** Waits for `commit` only, because a page from the cache fires no `load`. */
const goBack = (page: Page) => page.goBack({ waitUntil: 'commit' });

test.describe('Page from the back/forward cache', () => {
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
