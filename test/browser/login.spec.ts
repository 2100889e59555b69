import { expect, test } from '../support/browser/fixtures';
import { hold } from '../support/page/hold';

test.describe('Login screen', () => {
  test('has a telephone input that is prefilled with +994 and focused', async ({ login }) => {
    await login.open();
    await expect(login.heading).toBeVisible();
    await expect(login.phone).toHaveAttribute('type', 'tel');
    await expect(login.phone).toHaveValue('+994');
    await expect(login.phone).toBeFocused();
    await expect(login.button).toBeEnabled();
    await expect(login.error).toBeHidden();
    await expect(login.spinner).toBeHidden();
  });

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
    expect(stored['token']).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
  });

  test('submits on Enter in the input', async ({ page, login }) => {
    await login.open();
    await login.type('501234567');
    await login.phone.press('Enter');
    await expect(page).toHaveURL('/chat');
  });

  test('shows a spinner in the disabled button while the request is pending', async ({
    page,
    login,
    provider,
  }) => {
    const loginRequest = await hold(page, '**/api/66/login');
    await login.open();
    await login.type('501234567');
    const { width, height } = (await login.button.boundingBox()) ?? {};
    await login.button.click();
    await loginRequest.requested;
    await expect(login.spinner).toBeVisible();
    await expect(login.button).toBeDisabled();
    expect(await login.button.boundingBox()).toMatchObject({ width, height });
    await login.phone.press('Enter');
    loginRequest.release();
    await expect(page).toHaveURL('/chat');
    expect(provider.ledger.requests('login')).toHaveLength(1);
  });

  test('is idle again after a failure, and the next attempt can succeed', async ({
    page,
    login,
    provider,
    log,
  }) => {
    log.expectErrors();
    provider.switches.calls.login = { status: 500, times: 1 };
    await login.open();
    await login.type('501234567');
    await login.button.click();
    await expect(login.error).toBeVisible();
    await expect(login.spinner).toBeHidden();
    await expect(login.button).toBeEnabled();
    await expect(login.phone).toHaveValue('+994501234567');
    await login.button.click();
    await expect(page).toHaveURL('/chat');
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
