import { hasHistory } from '../support/page/page';
import { expect, test } from '../support/browser/fixtures';

const CHAT_CHUNK = '**/chat.*.js';

test.describe('A chunk that fails to load', () => {
  test.beforeEach(({ log }) => {
    log.expectErrors();
  });

  test('is loaded again', async ({ page, chat }) => {
    let requests = 0;
    await page.route(CHAT_CHUNK, (route) => {
      requests += 1;
      return requests > 2 ? route.continue() : route.abort();
    });
    await chat.open();
    await chat.say('salam');
    await chat.expectTexts('salam');
  });

  test('leads to an error text and a button that reloads the page', async ({
    page,
    chat,
    provider,
    customer,
    log,
  }) => {
    log.expectErrors(expect.stringContaining('ChunkLoadError'));
    await page.clock.install();
    let isDown = true;
    await page.route(CHAT_CHUNK, (route) => (isDown ? route.abort() : route.continue()));
    await chat.openWith(customer.token);
    await expect.poll(() => hasHistory(provider)).toBe(true);
    const reload = page.getByRole('button', { name: 'Səhifəni yenilə' });
    await expect(async () => {
      await page.clock.runFor(2_000);
      await expect(reload).toBeVisible({ timeout: 100 });
    }).toPass();
    await expect(page.getByRole('alert')).toHaveText(
      'Səhifədə xəta baş verdi. Zəhmət olmasa, səhifəni yeniləyin.',
    );
    isDown = false;
    await reload.click();
    await chat.waitUntilConnected();
  });

  test('replaces the login if it is the main script', async ({ page, login, log }) => {
    log.expectErrors();
    let isDown = true;
    await page.route('**/main.*.js', (route) => (isDown ? route.abort() : route.continue()));
    await login.open();
    await expect(page.getByRole('alert')).toHaveText(
      'Səhifədə xəta baş verdi. Zəhmət olmasa, səhifəni yeniləyin.',
    );
    await expect(login.phone).toBeHidden();
    isDown = false;
    await page.getByRole('button', { name: 'Səhifəni yenilə' }).click();
    await login.type('50');
    await expect(login.phone).toHaveValue('+99450');
  });

  test('causes no unhandled rejection on the login screen', async ({ page, login }) => {
    await page.clock.install();
    let requests = 0;
    await page.route(CHAT_CHUNK, (route) => {
      requests += 1;
      return route.abort();
    });
    await login.open();
    await expect(async () => {
      await page.clock.runFor(2_000);
      expect(requests).toBe(4);
    }).toPass();
    await expect(login.phone).toBeFocused();
  });
});
