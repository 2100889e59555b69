import type { Page } from '@playwright/test';
import { expect, test } from '../support/browser/fixtures';
import { setHidden } from '../support/page/page';

test.describe('Tab title and icon', () => {
  const iconUrl = (page: Page) =>
    page
      .locator('link[rel="icon"]')
      .evaluate((link: HTMLLinkElement) => decodeURIComponent(link.href));

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
