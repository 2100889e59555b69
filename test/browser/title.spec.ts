import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';

/** Headless Chromium never hides a page; this is what a page sees of it. */
const setHidden = (page: Page, isHidden: boolean) =>
  page.evaluate((hidden) => {
    Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, isHidden);

test('the title is the service’s name, in Azerbaijani', async ({ page, login, chat }) => {
  await login.open();
  await expect(page).toHaveTitle('Dəstək Xidməti');
  await expect(page.locator('html')).toHaveAttribute('lang', 'az');
  await chat.open();
  await expect(page).toHaveTitle('Dəstək Xidməti');
});

test('messages that come while the tab is hidden are counted in front of it', async ({
  page,
  chat,
  provider,
}) => {
  chat.stored('Salam');
  await chat.open();
  chat.operatorSays('birinci');
  await expect(chat.messages).toHaveCount(2);
  await expect(page).toHaveTitle('Dəstək Xidməti');
  await setHidden(page, true);
  chat.operatorSays('ikinci');
  await expect(page).toHaveTitle('(1) Dəstək Xidməti');
  chat.stored('üçüncü');
  provider.hub.terminate();
  await expect(page).toHaveTitle('(2) Dəstək Xidməti');
  await setHidden(page, false);
  await expect(page).toHaveTitle('Dəstək Xidməti');
});
