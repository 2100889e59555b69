import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { setHidden } from './hidden';

test('the title is the service’s name, in Azerbaijani', async ({ page, login, chat }) => {
  await login.open();
  await expect(page).toHaveTitle('Dəstək Xidməti');
  await expect(page.locator('html')).toHaveAttribute('lang', 'az');
  await chat.open();
  await expect(page).toHaveTitle('Dəstək Xidməti');
});

const icon = (page: Page) =>
  page
    .locator('link[rel="icon"]')
    .evaluate((link: HTMLLinkElement) => decodeURIComponent(link.href));

test('what another tab of the customer has shown is not counted', async ({
  page,
  context,
  chat,
}) => {
  chat.stored('Salam');
  await chat.open();
  const other = chat.on(await context.newPage());
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

test('they are counted on the icon too', async ({ page, chat }) => {
  await chat.open();
  const plain = await icon(page);
  expect(plain).toContain('/favicon.svg');
  await setHidden(page, true);
  chat.operatorSays('birinci');
  await expect.poll(() => icon(page)).toContain('>1</text>');
  for (let count = 0; count < 10; count += 1) chat.operatorSays('daha');
  await expect.poll(() => icon(page)).toContain('>9+</text>');
  await setHidden(page, false);
  await expect.poll(() => icon(page)).toBe(plain);
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
