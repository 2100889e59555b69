import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { hold } from './hold';

/** Notes in every frame whether the login form can be seen. */
async function watchForm(page: Page): Promise<() => Promise<boolean>> {
  await page.addInitScript(() => {
    const look = () => {
      const form = document.querySelector('input[type="tel"]');
      if (form?.checkVisibility()) Object.assign(window, { hasSeenForm: true });
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  return () => page.evaluate(() => 'hasSeenForm' in window);
}

test('the form is there before any script, and what is typed meanwhile is kept and formatted', async ({
  page,
  login,
  provider,
  chat,
}) => {
  const app = await hold(page, '**/main.*.js');
  await page.goto('/', { waitUntil: 'commit' });
  await app.asked;
  await expect(login.heading).toBeVisible();
  await expect(login.phone).toBeFocused();
  await expect(login.phone).toHaveValue('+994');
  await login.type('50x123');
  await expect(login.phone).toHaveValue('+99450x123');
  await login.phone.press('ArrowLeft');
  app.release();
  await expect(login.phone).toHaveValue('+99450123');
  await expect(login.phone).toBeFocused();
  await page.keyboard.type('9');
  await expect(login.phone).toHaveValue('+994501293');
  await login.type('4567');
  await login.phone.press('Enter');
  await chat.isConnected();
  expect(provider.ledger.requests('login')).toHaveLength(1);
});

test('Enter before the app is there neither leaves the page nor breaks a rule of its policy', async ({
  page,
  login,
  chat,
}) => {
  const app = await hold(page, '**/main.*.js');
  await page.goto('/login', { waitUntil: 'commit' });
  await app.asked;
  await login.type('501234567');
  await login.phone.press('Enter');
  app.release();
  await page.waitForLoadState();
  await expect(login.phone).toHaveValue('+994501234567');
  await login.phone.press('Enter');
  await chat.isConnected();
});

test('who returns sees the chat and never the form, and is asked for before the chat is loaded', async ({
  page,
  chat,
  provider,
  customer,
}) => {
  chat.stored('salam');
  const hasSeenForm = await watchForm(page);
  const app = await hold(page, '**/main.*.js');
  const screen = await hold(page, '**/chat.*.js');
  const opened = chat.openWith(customer.token, '/');
  await app.asked;
  await expect(chat.header).toContainText('Dəstək Xidməti');
  await expect(chat.loading).toBeVisible();
  await chat.input.fill('yazıram');
  app.release();
  await opened;
  await screen.asked;
  await expect.poll(() => provider.ledger.requests('messages').length).toBeGreaterThan(0);
  await expect(chat.loading).toBeVisible();
  screen.release();
  await chat.shows('salam');
  await expect(chat.input).toHaveValue('yazıram');
  await expect(chat.send).toBeEnabled();
  await expect(page).toHaveURL('/chat');
  expect(await hasSeenForm()).toBe(false);
});

test('the form stays until the chat is loaded', async ({ page, login, chat }) => {
  const screen = await hold(page, '**/chat.*.js');
  await page.goto('/login', { waitUntil: 'commit' });
  await login.type('501234567');
  await login.phone.press('Enter');
  await screen.asked;
  await expect(page).toHaveURL('/login');
  await expect(login.heading).toBeVisible();
  screen.release();
  await chat.isConnected();
  await expect(page).toHaveURL('/chat');
});

test('a token that is none shows the form after all', async ({ page, login, chat }) => {
  await chat.openWith('none', '/chat');
  await expect(login.heading).toBeVisible();
  await expect(page).toHaveURL('/login');
  await login.type('501234567');
  await expect(login.phone).toHaveValue('+994501234567');
});
