import { expect, test } from '../support/browser/fixtures';

test.describe('Routes', () => {
  test.describe('signed out', () => {
    test('every other path redirects to /login', async ({ page, login }) => {
      for (const path of ['/', '/chat', '/chat/1', '/no/such/page?x=1#y', '/LOGIN/x']) {
        await test.step(path, async () => {
          await page.goto(path);
          await expect(page).toHaveURL('/login');
          await expect(login.heading).toBeVisible();
        });
      }
    });

    test('/login shows the login screen, also after a reload', async ({ page, login }) => {
      await login.open();
      await page.reload();
      await expect(page).toHaveURL('/login');
      await expect(login.heading).toBeVisible();
    });
  });

  test.describe('signed in', () => {
    test('every other path redirects to /chat', async ({ page, chat, customer }) => {
      for (const path of ['/', '/login', '/chat/1', '/no/such/page?x=1#y']) {
        await test.step(path, async () => {
          await chat.openWith(customer.token, path);
          await expect(page).toHaveURL('/chat');
          await expect(chat.input).toBeVisible();
        });
      }
    });

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
