import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';

// Playwright switches the back/forward cache off.
test.use({
  launchOptions: async ({ launchOptions }, use) => {
    await use({ ...launchOptions, ignoreDefaultArgs: ['--disable-back-forward-cache'] });
  },
});

/** Goes to another page of the same origin; the chat stays in the back/forward cache. */
async function leave(page: Page): Promise<void> {
  await page.evaluate(() => Object.assign(window, { isKept: true }));
  await page.goto('/favicon.svg');
}

/** A page from the cache does not load again. */
const back = (page: Page) => page.goBack({ waitUntil: 'commit' });

test('a chat that comes back is live again, with what was missed', async ({
  page,
  chat,
  provider,
}) => {
  chat.stored('birinci');
  await chat.open();
  await leave(page);
  await expect.poll(() => provider.hub.connections()).toHaveLength(0);
  chat.stored('ikinci');
  await back(page);
  await chat.shows('birinci', 'ikinci');
  expect(await page.evaluate(() => 'isKept' in window)).toBe(true);
  await chat.isConnected();
  chat.operatorSays('üçüncü');
  await chat.shows('birinci', 'ikinci', 'üçüncü');
  expect(provider.hub.connections()).toHaveLength(1);
});

test('a chat whose customer has signed out meanwhile does not come back', async ({
  page,
  chat,
  login,
  provider,
}) => {
  chat.stored('Salam');
  await chat.open();
  await leave(page);
  await page.evaluate(() => {
    localStorage.removeItem('token');
  });
  await back(page);
  await expect(login.heading).toBeVisible();
  await expect(page).toHaveURL('/login');
  await expect(page.getByText('Salam')).toBeHidden();
  expect(provider.hub.connections()).toHaveLength(0);
});

test('after logout Back brings no chat, and another customer finds nothing of it', async ({
  page,
  chat,
  login,
  provider,
}) => {
  chat.stored('Salam');
  await chat.open();
  await chat.shows('Salam');
  await chat.say('Kömək lazımdır');
  await expect(chat.own).toHaveCount(1);
  await chat.logout.click();
  await expect(login.heading).toBeVisible();
  expect(provider.hub.connections()).toHaveLength(0);
  await back(page);
  await expect(page).toHaveURL('/login');
  await expect(login.heading).toBeVisible();
  const held = () =>
    page.evaluate(
      () => document.documentElement.outerHTML + JSON.stringify(Object.entries(localStorage)),
    );
  expect(await held()).not.toMatch(/Salam|Kömək|eyJ/);
  await login.type('557654321');
  await login.phone.press('Enter');
  await chat.isConnected();
  await expect(chat.messages).toHaveCount(0);
  expect(await held()).not.toMatch(/Salam|Kömək/);
  const { id } = provider.customerFor('+994557654321');
  expect(provider.hub.connections().map(({ customerId }) => customerId)).toEqual([id]);
});
