import { expect, test } from '../support/browser/fixtures';

const BROKEN = 'Səhifədə xəta baş verdi. Zəhmət olmasa, səhifəni yeniləyin.';

test.describe('A script that fails to load', () => {
  test.beforeEach(({ log }) => log.expectErrors());

  test('is loaded again, or the page can be reloaded', async ({ page, login, chat, log }) => {
    let requests = 0;
    await page.clock.install();
    await page.route('**/chat.*.js', (route) => {
      requests += 1;
      return route.abort();
    });
    await login.open();
    // The login goes on after the last attempt. An unhandled rejection would fail the test.
    await expect(async () => {
      await page.clock.runFor(2_000);
      expect(requests).toBe(4);
    }).toPass();
    log.expectErrors(expect.stringContaining('ChunkLoadError'));
    await login.logIn('501234567');
    const reload = page.getByRole('button', { name: 'Səhifəni yenilə' });
    await expect(async () => {
      await page.clock.runFor(2_000);
      await expect(reload).toBeVisible({ timeout: 100 });
    }).toPass();
    await expect(page.getByRole('alert')).toHaveText(BROKEN);
    await page.unroute('**/chat.*.js');
    await page.route('**/chat.*.js', (route) => route.abort(), { times: 2 });
    await reload.click();
    await chat.waitUntilConnected();
  });

  test('replaces the login if it is the main script', async ({ page, login }) => {
    await page.route('**/main.*.js', (route) => route.abort(), { times: 1 });
    await login.open();
    await expect(page.getByRole('alert')).toHaveText(BROKEN);
    await expect(login.phone).toBeHidden();
    await page.getByRole('button', { name: 'Səhifəni yenilə' }).click();
    await login.type('50');
    await expect(login.phone).toHaveValue('+99450');
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
