import type { Page } from '@playwright/test';
import { expect, test } from '../support/browser/fixtures';
import { setHidden } from '../support/page/setHidden';

test.describe('Tab title and icon', () => {
  test('show the service’s name, in an Azerbaijani page', async ({ page, login, chat }) => {
    await login.open();
    await expect(page).toHaveTitle('Dəstək Xidməti');
    await expect(page.locator('html')).toHaveAttribute('lang', 'az');
    await chat.open();
    await expect(page).toHaveTitle('Dəstək Xidməti');
  });

  const iconUrl = (page: Page) =>
    page
      .locator('link[rel="icon"]')
      .evaluate((link: HTMLLinkElement) => decodeURIComponent(link.href));

  test('do not count messages that another tab has shown', async ({ page, context, chat }) => {
    chat.storeIncoming('Salam');
    await chat.open();
    const other = chat.onPage(await context.newPage());
    await other.open();
    await setHidden(page, true);
    chat.operatorSays('birinci');
    await expect(other.messages).toHaveCount(2);
    await expect(chat.messages).toHaveCount(2);
    await expect(page).toHaveTitle('Dəstək Xidməti');
    await setHidden(other.page, true);
    chat.operatorSays('ikinci');
    await expect(page).toHaveTitle('(1) Dəstək Xidməti');
    await expect(other.page).toHaveTitle('(1) Dəstək Xidməti');
    await setHidden(other.page, false);
    await expect(other.page).toHaveTitle('Dəstək Xidməti');
    await expect(page).toHaveTitle('Dəstək Xidməti');
  });

  test('count unread messages on the icon', async ({ page, chat }) => {
    await chat.open();
    const plain = await iconUrl(page);
    expect(plain).toContain('/favicon.svg');
    await setHidden(page, true);
    chat.operatorSays('birinci');
    await expect.poll(() => iconUrl(page)).toContain('>1</text>');
    for (let count = 0; count < 10; count += 1) chat.operatorSays('daha');
    await expect.poll(() => iconUrl(page)).toContain('>9+</text>');
    await setHidden(page, false);
    await expect.poll(() => iconUrl(page)).toBe(plain);
  });

  test('count messages that arrive in a tab that was opened in the background', async ({
    page,
    chat,
  }) => {
    await page.addInitScript(() => {
      Object.defineProperty(document, 'hidden', { configurable: true, value: true });
    });
    await chat.open();
    chat.operatorSays('birinci');
    await expect(page).toHaveTitle('(1) Dəstək Xidməti');
    await setHidden(page, false);
    await expect(page).toHaveTitle('Dəstək Xidməti');
  });

  test('count messages that arrive in a hidden tab in front of the name', async ({
    page,
    chat,
    provider,
  }) => {
    chat.storeIncoming('Salam');
    await chat.open();
    chat.operatorSays('birinci');
    await expect(chat.messages).toHaveCount(2);
    await expect(page).toHaveTitle('Dəstək Xidməti');
    await setHidden(page, true);
    chat.operatorSays('ikinci');
    await expect(page).toHaveTitle('(1) Dəstək Xidməti');
    chat.storeIncoming('üçüncü');
    provider.hub.terminate();
    await expect(page).toHaveTitle('(2) Dəstək Xidməti');
    await setHidden(page, false);
    await expect(page).toHaveTitle('Dəstək Xidməti');
  });
});
