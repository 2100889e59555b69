import type { Page } from '@playwright/test';
import { colour, contrast } from '../support/browser/screen';
import { expect, test } from '../support/browser/fixtures';
import { hold } from '../support/page/page';

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

/** Records requested scripts. @returns a function for their sorted names, without hashes */
function recordScripts(page: Page): () => string[] {
  const names: string[] = [];
  page.on('request', (request) => {
    const [, name] = /\/(\w+)\.[0-9a-f]{12}\.js$/.exec(request.url()) ?? [];
    if (name) names.push(name);
  });
  return () => names.toSorted();
}

test.describe('Prerendered screens', () => {
  test('show the login form before any script runs, and sign in once after an early Enter', async ({
    page,
    login,
    provider,
    chat,
  }) => {
    const scripts = recordScripts(page);
    const mainScript = await hold(page, '**/main.*.js');
    await page.goto('/', { waitUntil: 'commit' });
    await mainScript.requested;
    await expect(login.heading).toBeVisible();
    await expect(login.phone).toBeFocused();
    expect(scripts(), 'no script of the chat').toEqual(['main', 'vendors']);
    await login.type('501234567');
    await expect(login.phone).toHaveValue('+994501234567');
    await login.phone.press('Enter');
    await login.phone.press('Enter');
    await expect(login.phone).toHaveValue('+994501234567');
    await expect(login.spinner).toBeHidden();
    mainScript.release();
    await chat.waitUntilConnected();
    await expect(page).toHaveURL('/chat');
    expect(provider.ledger.requests('login')).toHaveLength(1);
  });

  test('carry out an early press of the button for the number that it was pressed for', async ({
    page,
    login,
    provider,
  }) => {
    provider.switches.calls.login = { end: 'hang' };
    const mainScript = await hold(page, '**/main.*.js');
    const openAndPress = async (value: string) => {
      await page.goto('/login', { waitUntil: 'commit' });
      await expect(login.phone).toBeFocused();
      await login.phone.evaluate((field: HTMLInputElement, filled) => {
        field.value = filled;
      }, value);
      await login.button.click();
    };
    await openAndPress('+99450');
    mainScript.release();
    await expect(login.error).toHaveText('Nömrə düzgün formatda deyil');
    await expect(login.phone).toBeFocused();
    await page.unroute('**/main.*.js');

    const nextScript = await hold(page, '**/main.*.js');
    await openAndPress('+994501234568');
    await login.phone.press('End');
    await login.phone.press('Backspace');
    await page.keyboard.type('7');
    nextScript.release();
    await expect(login.note).toContainText('Nömrəniz');
    await page.unroute('**/main.*.js');
    expect(provider.ledger.requests('login')).toEqual([]);

    const lastScript = await hold(page, '**/main.*.js');
    await openAndPress('050 123 45 67');
    const request = page.waitForRequest('**/api/66/login');
    lastScript.release();
    expect((await request).postDataJSON()).toMatchObject({ username: '+994501234567' });
    await expect(login.spinner).toBeVisible();
    expect(provider.ledger.requests('login')).toHaveLength(1);
  });

  test('format the digits after the scripts load, and keep the caret', async ({ page, login }) => {
    const mainScript = await hold(page, '**/main.*.js');
    await page.goto('/login', { waitUntil: 'commit' });
    await mainScript.requested;
    await login.type('50x123');
    await expect(login.phone).toHaveValue('+99450x123');
    await login.phone.press('ArrowLeft');
    mainScript.release();
    await expect(login.phone).toHaveValue('+99450123');
    await expect(login.phone).toBeFocused();
    await page.keyboard.type('x97');
    await expect(login.phone).toHaveValue('+9945012973');
    await page.keyboard.press('Backspace');
    await page.keyboard.type('8');
    await expect(login.phone).toHaveValue('+9945012983');
  });

  test('keep digits and an early Enter if an extension has inserted a node', async ({
    page,
    login,
    log,
    provider,
  }) => {
    provider.switches.calls.login = { end: 'hang' };
    // React reports that the page differs from the rendered tree.
    log.expected.uncaught.push(expect.stringContaining('React error #418'));
    const mainScript = await hold(page, '**/main.*.js');
    await page.goto('/login', { waitUntil: 'commit' });
    await mainScript.requested;
    await expect(login.phone).toBeFocused();
    await page.evaluate(() => {
      document.querySelector('form')?.prepend(document.createElement('my-extension'));
    });
    await page.keyboard.type('501234567');
    await page.keyboard.press('Enter');
    mainScript.release();
    await page.waitForLoadState();
    await expect(page.locator('my-extension')).toBeHidden();
    await expect(login.phone).toHaveValue('+994501234567');
    await expect.poll(() => provider.ledger.requests('login').length).toBe(1);
  });

  test('show a returning customer the chat, never the login form, and request scripts and history early', async ({
    page,
    chat,
    provider,
  }) => {
    chat.storeIncoming('salam');
    const scripts = recordScripts(page);
    const hasSeenForm = await watchLoginForm(page);
    const mainScript = await hold(page, '**/main.*.js');
    const chatScript = await hold(page, '**/chat.*.js');
    const opened = chat.load('/');
    const all = [expect.stringMatching(/^\d+$/), 'chat', 'main', 'vendors'];
    await expect.poll(scripts).toEqual(all);
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
    await chat.waitUntilConnected();
    expect(scripts(), 'each script once').toEqual(all);
  });

  test('keep the login form until the chat is loaded', async ({ page, login, chat, provider }) => {
    const chatScript = await hold(page, '**/chat.*.js');
    await page.goto('/login', { waitUntil: 'commit' });
    await login.type('501234567');
    // The app requests the chat when it starts.
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

test.describe('Without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the page shows a readable notice in both colour schemes', async ({ page }) => {
    await page.goto('/');
    // Playwright's search for texts skips <noscript>.
    const notice = page.locator('noscript p');
    await expect(notice).toHaveText(/^Bu səhifə üçün JavaScript lazımdır/);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await expect(notice).toBeVisible();
      const text = await colour(notice, 'color');
      const ground = await colour(notice, 'background-color');
      expect(contrast(text, ground), colorScheme).toBeGreaterThanOrEqual(7);
    }
    await expect(page.getByRole('textbox')).toHaveCount(0);
  });
});
