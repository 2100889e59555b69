import { expect, test } from '../support/browser/fixtures';

test.describe('Forbidden storage', () => {
  test.beforeEach(({ page }) =>
    page.addInitScript(() => {
      const get = () => {
        throw new DOMException('Access is denied for this document.', 'SecurityError');
      };
      Object.defineProperty(window, 'localStorage', { get });
      Object.defineProperty(window, 'sessionStorage', { get });
      Object.defineProperty(window, 'BroadcastChannel', { get });
    }),
  );

  test('does not prevent a customer from signing in, writing and logging out', async ({
    page,
    login,
    chat,
    provider,
    customer,
  }) => {
    await login.open();
    await login.signIn('501234567');
    await chat.waitUntilConnected();
    await chat.say('salam');
    await chat.expectTexts('salam');
    provider.operator.send(customer.id, { text: 'xoş gəldiniz' });
    await chat.expectTexts('salam', 'xoş gəldiniz');
    await chat.logout.click();
    await expect(login.heading).toBeVisible();
    await expect(page).toHaveURL(/login$/);
  });
});

test.describe('A missing BroadcastChannel', () => {
  test('does not prevent the app from starting', async ({ page, chat }) => {
    await page.addInitScript(() => {
      Reflect.deleteProperty(window, 'BroadcastChannel');
    });
    await chat.open();
    await chat.say('salam');
    await chat.expectTexts('salam');
  });
});
