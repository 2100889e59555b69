import { expect, test } from './fixtures';

test.describe('with a provider host that is no address', () => {
  test.use({ host: 'chat.example.az' });

  test('the app does not start, and the page says what to change', async ({ page, log }) => {
    const message =
      '<meta name="provider-host"> in index.html is "chat.example.az", ' +
      'which is no absolute http(s) URL. Set it to one, such as https://chat.example.az, ' +
      'or leave it empty for the page’s own origin.';
    log.expectUncaught(`ConfigurationError: ${message}`);
    await page.goto('/');
    await expect(page.getByText(message)).toBeVisible();
  });
});

test.describe('with an empty provider host', () => {
  test.use({ host: '' });

  test('the calls go to the page’s own origin', async ({ page, login, baseURL }) => {
    await login.open();
    await login.type('501234567');
    const asked = page.waitForRequest('**/api/66/login');
    await login.button.click();
    expect((await asked).url()).toBe(`${baseURL ?? ''}/api/66/login`);
    await expect(login.error).toBeVisible();
  });
});
