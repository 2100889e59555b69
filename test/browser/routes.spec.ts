import { expect, test } from '../support/browser/fixtures';

test.describe('Routes', () => {
  test.describe('signed out', () => {
    test('/login shows the login screen, also after a reload', async ({ page, login }) => {
      await login.open();
      await page.reload();
      await expect(page).toHaveURL('/login');
      await expect(login.heading).toBeVisible();
    });
  });

  test.describe('signed in', () => {
    test('/chat shows the chat, also after a reload', async ({ page, chat }) => {
      chat.storeIncoming('Salam');
      await chat.open();
      await page.reload();
      await expect(page).toHaveURL('/chat');
      await chat.expectTexts('Salam');
    });

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
