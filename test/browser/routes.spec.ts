import { expect, test } from '../support/browser/fixtures';

test.describe('Routes', () => {
  test.describe('signed in', () => {
    test('Back from /chat skips the login screen and the redirects', async ({
      page,
      chat,
      login,
    }) => {
      await page.goto('/favicon.svg');
      await page.goto('/anywhere');
      await login.signIn('501234567');
      await expect(chat.input).toBeVisible();
      await page.goBack();
      await expect(page).toHaveURL('/favicon.svg');
    });
  });
});
