import type { Page } from '@playwright/test';
import { expect, test } from './support/fixtures';
import { hold } from '../support/page/hold';

/** Watches in every frame for the login form. @returns reads whether the form has been visible */
async function watchLoginForm(page: Page): Promise<() => Promise<boolean>> {
  await page.addInitScript(() => {
    const check = () => {
      const form = document.querySelector('input[type="tel"]');
      if (form?.checkVisibility()) Object.assign(window, { hasSeenForm: true });
      requestAnimationFrame(check);
    };
    requestAnimationFrame(check);
  });
  return () => page.evaluate(() => 'hasSeenForm' in window);
}

test.describe('Prerendered screens', () => {
  test('show the login form before any script runs; its input is kept and then formatted', async ({
    page,
    login,
    provider,
    chat,
  }) => {
    const mainScript = await hold(page, '**/main.*.js');
    await page.goto('/', { waitUntil: 'commit' });
    await mainScript.requested;
    await expect(login.heading).toBeVisible();
    await expect(login.phone).toBeFocused();
    await expect(login.phone).toHaveValue('+994');
    await login.type('50x123');
    await expect(login.phone).toHaveValue('+99450x123');
    await login.phone.press('ArrowLeft');
    mainScript.release();
    await expect(login.phone).toHaveValue('+99450123');
    await expect(login.phone).toBeFocused();
    await page.keyboard.type('9');
    await expect(login.phone).toHaveValue('+994501293');
    await login.type('4567');
    await login.phone.press('Enter');
    await chat.waitUntilConnected();
    expect(provider.ledger.requests('login')).toHaveLength(1);
  });

  test('keep digits that were typed at any caret position before the scripts load', async ({
    page,
    login,
  }) => {
    for (const caret of [0, 1, 2, 3, 4]) {
      const mainScript = await hold(page, '**/main.*.js');
      await page.goto('/login', { waitUntil: 'commit' });
      await mainScript.requested;
      await expect(login.phone).toBeFocused();
      await login.phone.evaluate((input: HTMLInputElement, position) => {
        input.setSelectionRange(position, position);
      }, caret);
      await page.keyboard.type('501234567');
      mainScript.release();
      await expect(login.phone).toHaveValue('+994501234567');
      await page.unrouteAll();
    }
  });

  test('replace the value by a whole number that is pasted before the scripts load', async ({
    page,
    login,
  }) => {
    const mainScript = await hold(page, '**/main.*.js');
    await page.goto('/login', { waitUntil: 'commit' });
    await mainScript.requested;
    await expect(login.note).toHaveText('Nümunə: 050 123 45 67');
    const before = await login.button.boundingBox();
    await login.phone.evaluate((input) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', '050 123 45 67');
      input.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
      );
    });
    await expect(login.phone).toHaveValue('+994501234567');
    mainScript.release();
    await expect(login.note).toHaveText('Nömrəniz: 050 123 45 67');
    expect(await login.button.boundingBox()).toEqual(before);
  });

  test('put the caret after the country code before the scripts load', async ({ page, login }) => {
    const mainScript = await hold(page, '**/main.*.js');
    await page.goto('/login', { waitUntil: 'commit' });
    await mainScript.requested;
    await expect(login.phone).toBeFocused();
    await page.keyboard.type('50');
    await expect(login.phone).toHaveValue('+99450');
    mainScript.release();
    await expect(login.phone).toHaveValue('+99450');
  });

  test('keep typed digits if an extension has inserted a node', async ({ page, login, log }) => {
    // React reports that the page differs from the rendered tree.
    log.expectUncaught(expect.stringContaining('React error #418'));
    const mainScript = await hold(page, '**/main.*.js');
    await page.goto('/login', { waitUntil: 'commit' });
    await mainScript.requested;
    await expect(login.phone).toBeFocused();
    await page.evaluate(() => {
      document.querySelector('form')?.prepend(document.createElement('my-extension'));
    });
    await page.keyboard.type('501234567');
    mainScript.release();
    await page.waitForLoadState();
    await expect(page.locator('my-extension')).toBeHidden();
    await expect(login.phone).toHaveValue('+994501234567');
  });

  test('ignore Enter in the login form before the app runs, without a policy violation', async ({
    page,
    login,
    chat,
  }) => {
    const mainScript = await hold(page, '**/main.*.js');
    await page.goto('/login', { waitUntil: 'commit' });
    await mainScript.requested;
    await login.type('501234567');
    await login.phone.press('Enter');
    mainScript.release();
    await page.waitForLoadState();
    await expect(login.phone).toHaveValue('+994501234567');
    await login.phone.press('Enter');
    await chat.waitUntilConnected();
  });

  test('show a returning customer the chat, never the login form, and request the history early', async ({
    page,
    chat,
    provider,
    customer,
  }) => {
    chat.storeIncoming('salam');
    const hasSeenForm = await watchLoginForm(page);
    const mainScript = await hold(page, '**/main.*.js');
    const chatScript = await hold(page, '**/chat.*.js');
    const opened = chat.openWith(customer.token, '/');
    await mainScript.requested;
    await expect(chat.header).toContainText('Dəstək Xidməti');
    await expect(chat.loading).toBeVisible();
    await chat.input.fill('yazıram');
    mainScript.release();
    await opened;
    await chatScript.requested;
    await expect.poll(() => provider.ledger.requests('messages').length).toBeGreaterThan(0);
    await expect(chat.loading).toBeVisible();
    chatScript.release();
    await chat.expectTexts('salam');
    await expect(chat.input).toHaveValue('yazıram');
    await expect(chat.send).toBeEnabled();
    await expect(page).toHaveURL('/chat');
    expect(await hasSeenForm()).toBe(false);
  });

  test('keep the login form until the chat is loaded', async ({ page, login, chat, provider }) => {
    const chatScript = await hold(page, '**/chat.*.js');
    await page.goto('/login', { waitUntil: 'commit' });
    await login.type('501234567');
    // The app requests the chat when it starts. Before the start, Enter does nothing.
    await chatScript.requested;
    await login.phone.press('Enter');
    await expect.poll(() => provider.ledger.requests('login').length).toBe(1);
    await expect(page).toHaveURL('/login');
    await expect(login.heading).toBeVisible();
    chatScript.release();
    await chat.waitUntilConnected();
    await expect(page).toHaveURL('/chat');
  });

  test('show the login form if the stored token is unusable', async ({ page, login, chat }) => {
    await chat.openWith('none', '/chat');
    await expect(login.heading).toBeVisible();
    await expect(page).toHaveURL('/login');
    await login.type('501234567');
    await expect(login.phone).toHaveValue('+994501234567');
  });
});
