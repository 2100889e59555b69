import type { Page } from '@playwright/test';
import { expect, test } from '../../support/browser/fixtures';

/** A pagehide without a navigation, and the event that follows it when the page is back. */
const RETURNS: [name: string, comeBack: () => unknown][] = [
  ['a pageshow that is not persisted', () => dispatchEvent(new PageTransitionEvent('pageshow'))],
  ['visibilitychange', () => document.dispatchEvent(new Event('visibilitychange'))],
];

const navigateAway = (page: Page) => page.goto('/favicon.svg');

/** Waits for `commit` only, because a page from the back/forward cache fires no `load`. */
const goBack = (page: Page) => page.goBack({ waitUntil: 'commit' });

for (const [name, comeBack] of RETURNS)
  test(`The page connects once if pagehide is followed by ${name}`, async ({
    page,
    chat,
    provider,
  }) => {
    await chat.open();
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pagehide')));
    await expect.poll(() => provider.hub.connections()).toEqual([]);
    chat.storeIncoming('birinci');
    await page.evaluate(comeBack);
    await chat.waitUntilConnected();
    await chat.expectTexts('birinci');
    expect(provider.hub.connections()).toHaveLength(1);
  });

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

  test('shows nothing after logout and Back', async ({ page, chat, login, customer, provider }) => {
    chat.storeIncoming('Salam');
    await chat.open();
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
    expect(await pageAndStorage()).not.toMatch(/Salam|eyJ/);
    await login.logIn('557654321');
    await chat.waitUntilConnected();
    chat.operatorSays('Başqasına');
    const next = provider.customerFor('+994557654321');
    provider.operator.send(next.id, { text: 'Sizə' });
    await chat.expectTexts('Sizə');
    expect(await pageAndStorage()).not.toContain('Salam');
    expect(provider.hub.connections(customer.id)).toEqual([]);
  });
});
