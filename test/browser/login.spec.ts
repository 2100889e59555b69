import { expect, test } from '../support/browser/fixtures';

test.describe('Login screen', () => {
  test('stores the token and opens the chat after signing in', async ({
    page,
    login,
    chat,
    provider,
  }) => {
    await login.open();
    await login.type('501234567');
    const loginRequest = page.waitForRequest('**/api/66/login');
    await login.button.click();
    await expect(page).toHaveURL('/chat');
    await expect(chat.input).toBeVisible();
    expect((await loginRequest).method()).toBe('POST');
    expect((await loginRequest).postDataJSON()).toEqual({
      username: '+994501234567',
      password: '',
    });
    const { id } = provider.customerFor('+994501234567');
    await expect.poll(() => provider.ledger.requests('messages')[0]?.customerId).toBe(id);
    const stored = await page.evaluate(() => Object.fromEntries(Object.entries(localStorage)));
    expect(Object.keys(stored)).toEqual(['token']);
    expect(stored.token).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
  });

  test('preloads the chat and SignalR while the number is typed', async ({ page, login }) => {
    const fetched: string[] = [];
    page.on('requestfinished', (request) => fetched.push(new URL(request.url()).pathname));
    await login.open();
    await login.type('50');
    await expect.poll(() => fetched.join()).toMatch(/\/chat\.\w+\.js/);
    await expect.poll(() => fetched.join()).toMatch(/\/signalr\.\w+\.js/);
  });
});
