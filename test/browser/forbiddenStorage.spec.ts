import { storeToken } from '../support/page/token';
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

test.describe('A token that no header can carry', () => {
  for (const [name, suffix] of [
    ['a line break', '\n'],
    ['a letter outside ASCII', 'ə'],
  ]) {
    test(`with ${name ?? ''} leads to the login`, async ({ page, login, customer }) => {
      await storeToken(page, customer.token + (suffix ?? ''));
      await page.goto('/chat');
      await expect(login.heading).toBeVisible();
      expect(await page.evaluate(() => localStorage.length)).toBe(0);
    });

    test(`with ${name ?? ''} makes the login fail`, async ({ login, customer, provider }) => {
      provider.switches.calls.login = {
        status: 200,
        contentType: 'application/json',
        body: JSON.stringify({ newtoken: customer.token + (suffix ?? '') }),
      };
      await login.open();
      await login.signIn('501234567');
      await expect(login.error).toHaveText(/Giriş zamanı xəta baş verdi/);
    });
  }
});
