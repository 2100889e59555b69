import type { Page } from '@playwright/test';
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
  for (const hasExtension of [false, true])
    test(`show the login form before any script runs, and log in once after an early Enter${hasExtension ? ', also if an extension has inserted a node' : ''}`, async ({
      page,
      login,
      log,
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
      if (hasExtension) {
        // React reports that the page differs from the rendered tree, and renders it again.
        log.expected.push(expect.stringContaining('React error #418'));
        await page.locator('form').evaluate((form) => form.prepend(document.createElement('x-y')));
      }
      await login.type('501234567');
      await login.phone.press('Enter');
      await login.phone.press('Enter');
      await expect(login.phone).toHaveValue('+994501234567');
      await expect(login.spinner).toBeHidden();
      mainScript.release();
      await chat.waitUntilConnected();
      await expect(page).toHaveURL('/chat');
      expect(provider.ledger.requests('login')).toHaveLength(1);
    });

  test('show a returning customer the chat, and load early', async ({ page, chat, provider }) => {
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

  test('send the text of an early Enter once, and keep the rest', async ({ page, chat }) => {
    const mainScript = await hold(page, '**/main.*.js');
    const opened = chat.load('/');
    await mainScript.requested;
    await chat.input.fill('bir');
    await page.keyboard.press('Enter');
    await page.keyboard.type('iki');
    await page.keyboard.press('Enter');
    await page.keyboard.type('üç');
    mainScript.release();
    await opened;
    await chat.expectTexts('bir\niki');
    await expect(chat.input).toHaveValue('üç');
    await expect(chat.input).toBeFocused();
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

  test('the page shows a notice', async ({ page }) => {
    await page.goto('/');
    // Playwright's search for texts skips <noscript>.
    const notice = page.locator('noscript p');
    await expect(notice).toHaveText(/^Bu səhifə üçün JavaScript lazımdır/);
    await expect(notice).toBeVisible();
    await expect(page.getByRole('textbox')).toHaveCount(0);
  });
});
