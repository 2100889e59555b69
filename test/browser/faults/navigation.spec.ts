import type { Page } from '@playwright/test';
import { expect, test } from '../../support/browser/fixtures';
import { hold } from '../../support/page/page';

const navigateAway = (page: Page) => page.goto('/favicon.svg');

/** Waits for `commit` only, because a page from the back/forward cache fires no `load`. */
const goBack = (page: Page) => page.goBack({ waitUntil: 'commit' });

test.describe('Leaving the page', { tag: '@chromium' }, () => {
  test('connects once and shows missed messages on Back', async ({ page, chat, provider }) => {
    chat.storeIncoming('birinci');
    await chat.open();
    await navigateAway(page);
    await expect.poll(() => provider.hub.connections()).toEqual([]);
    chat.operatorSays('ikinci');
    await goBack(page);
    await chat.waitUntilConnected();
    await chat.expectTexts('birinci', 'ikinci');
    expect(provider.hub.connections()).toHaveLength(1);
  });

  test('leaves nothing of the conversation after logout and Back, nor for the next customer', async ({
    page,
    chat,
    login,
    customer,
    provider,
  }) => {
    chat.storeIncoming('Salam');
    await chat.open();
    await chat.say('Kömək lazımdır');
    await chat.expectTexts('Salam', 'Kömək lazımdır');
    await chat.logOut();
    await expect(login.heading).toBeVisible();
    expect(provider.hub.connections()).toEqual([]);
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
    chat.operatorSays('Başqasına');
    const next = provider.customerFor('+994557654321');
    provider.operator.send(next.id, { text: 'Sizə' });
    await chat.expectTexts('Sizə');
    expect(await pageAndStorage()).not.toMatch(/Salam|Kömək/);
    expect(provider.hub.connections(customer.id)).toEqual([]);
  });

  test('ends with one connection after leaving and returning while the connection starts', async ({
    page,
    chat,
    provider,
  }) => {
    const negotiation = await hold(page, '**/chatHub66/negotiate?*');
    await chat.load();
    await negotiation.requested;
    for (let time = 0; time < 3; time += 1) {
      await navigateAway(page);
      await goBack(page);
      await expect(chat.input).toBeVisible();
    }
    negotiation.release();
    await chat.waitUntilConnected();
    chat.operatorSays('Salam');
    await chat.expectTexts('Salam');
    await expect.poll(() => provider.hub.connections()).toHaveLength(1);
  });

  test('closes its connection on reload and on close, and shows no error', async ({
    page,
    chat,
    provider,
  }) => {
    await chat.open();
    await page.addInitScript(() => {
      new MutationObserver(() => {
        if (document.querySelector('[role=alert]')) localStorage.setItem('alert', 'seen');
      }).observe(document, { subtree: true, childList: true });
    });
    await page.reload();
    await chat.waitUntilConnected();
    await expect.poll(() => provider.hub.connections()).toHaveLength(1);
    expect(await page.evaluate(() => localStorage.getItem('alert'))).toBeNull();
    await page.close();
    await expect.poll(() => provider.hub.connections()).toEqual([]);
  });
});
