import type { Page } from '@playwright/test';
import { expect, test } from '../support/browser/fixtures';
import { hasHistory } from '../support/page/page';

const CHAT_CHUNK = '**/chat.*.js';
const BROKEN = 'Səhifədə xəta baş verdi. Zəhmət olmasa, səhifəni yeniləyin.';

/**
 * Aborts the first requests of a script.
 * @returns the number of requests so far
 */
async function abort(page: Page, url: string, count = Infinity): Promise<() => number> {
  let requests = 0;
  await page.route(url, (route) => {
    requests += 1;
    return requests > count ? route.continue() : route.abort();
  });
  return () => requests;
}

test.describe('A script that fails to load', () => {
  test.beforeEach(({ log }) => log.expectErrors());

  test('is loaded again', async ({ page, chat }) => {
    await abort(page, CHAT_CHUNK, 2);
    await chat.open();
    await chat.say('salam');
    await chat.expectTexts('salam');
  });

  test('leads to an error text and a button that reloads the page', async ({
    page,
    chat,
    provider,
    log,
  }) => {
    log.expectErrors(expect.stringContaining('ChunkLoadError'));
    await page.clock.install();
    await abort(page, CHAT_CHUNK);
    await chat.load();
    await expect.poll(() => hasHistory(provider)).toBe(true);
    const reload = page.getByRole('button', { name: 'Səhifəni yenilə' });
    await expect(async () => {
      await page.clock.runFor(2_000);
      await expect(reload).toBeVisible({ timeout: 100 });
    }).toPass();
    await expect(page.getByRole('alert')).toHaveText(BROKEN);
    await page.unroute(CHAT_CHUNK);
    await reload.click();
    await chat.waitUntilConnected();
  });

  test('replaces the login if it is the main script', async ({ page, login }) => {
    await abort(page, '**/main.*.js');
    await login.open();
    await expect(page.getByRole('alert')).toHaveText(BROKEN);
    await expect(login.phone).toBeHidden();
    await page.unroute('**/main.*.js');
    await page.getByRole('button', { name: 'Səhifəni yenilə' }).click();
    await login.type('50');
    await expect(login.phone).toHaveValue('+99450');
  });

  test('causes no unhandled rejection on the login screen', async ({ page, login }) => {
    await page.clock.install();
    const requests = await abort(page, CHAT_CHUNK);
    await login.open();
    await expect(async () => {
      await page.clock.runFor(2_000);
      expect(requests()).toBe(4);
    }).toPass();
    await expect(login.phone).toBeFocused();
  });

  test('is blocked if it was modified in transit', async ({ page }) => {
    await page.route('**/main.*.js', async (route) => {
      const response = await route.fetch();
      const body = `${await response.text()};document.title="broken"`;
      await route.fulfill({ response, body });
    });
    const blocked = page.waitForEvent('console', (line) => line.text().includes('integrity'));
    await page.goto('/');
    await blocked;
    await expect(page).toHaveTitle('Dəstək Xidməti');
    await expect(page.getByRole('button', { name: 'Səhifəni yenilə' })).toBeVisible();
  });
});
