import { expect, test } from '../support/browser/fixtures';
import { dispatch, imageFile } from '../support/browser/images';

test.describe('Logging in', () => {
  test('refuses drops that would replace the page', async ({ page, login }) => {
    await login.open();
    await expect(page.locator('body')).toHaveAttribute('data-started');
    // The middle of the page is the input.
    expect(await dispatch(page, 'dragover', [], '501234567')).toBe(true);
    expect(await dispatch(page, 'drop', [imageFile()])).toBe(false);
    for (const type of ['dragover', 'drop'])
      expect(await dispatch(page, type, [], undefined, login.heading), type).toBe(false);
  });

  test('stores the token, opens the chat and connects with the token, not before', async ({
    page,
    login,
    chat,
    provider,
  }) => {
    await page.goto('/favicon.svg');
    await page.goto('/anywhere');
    await login.type('501234567');
    expect(provider.ledger.requests('negotiate')).toHaveLength(0);
    const loginRequest = page.waitForRequest('**/api/66/login');
    await login.button.click();
    await expect(page).toHaveURL('/chat');
    const username = '+994501234567';
    expect((await loginRequest).postDataJSON()).toEqual({ username, password: '' });
    await chat.waitUntilConnected();
    const { id } = provider.customerFor(username);
    expect(provider.ledger.requests('messages')).toMatchObject([{ customer: { id } }]);
    expect(provider.ledger.of('opened')).toMatchObject([{ transport: 'WebSockets' }]);
    expect(provider.ledger.requests('negotiate')).toMatchObject([{ token: 'header', status: 200 }]);
    expect(provider.ledger.requests('upgrade')).toMatchObject([
      { path: '/chatHub66', token: 'query', status: 101 },
    ]);
    const stored = await page.evaluate(() => Object.entries(localStorage));
    expect(stored).toEqual([['token', expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/)]]);
    // Back skips the login screen and the redirects.
    await page.goBack();
    await expect(page).toHaveURL('/favicon.svg');
  });

  test('works without storage and BroadcastChannel, as do sending and logging out', async ({
    page,
    login,
    chat,
  }) => {
    await page.addInitScript(() => {
      const get = () => {
        throw new DOMException('Access is denied for this document.', 'SecurityError');
      };
      for (const name of ['localStorage', 'sessionStorage', 'BroadcastChannel'])
        Object.defineProperty(window, name, { get });
    });
    await login.open();
    await login.logIn('501234567');
    await chat.waitUntilConnected();
    await chat.say('salam');
    await chat.expectTexts('salam');
    chat.operatorSays('xoş gəldiniz');
    await chat.expectTexts('salam', 'xoş gəldiniz');
    await chat.logout.click();
    await expect(login.heading).toBeVisible();
    await expect(page).toHaveURL('/login');
  });
});

test('A held Enter logs in once, and sends no draft', async ({
  page,
  login,
  chat,
  provider,
  log,
}) => {
  log.expectErrors('Login failed: 500');
  provider.switches.calls.login = { status: 500, times: 1 };
  await login.open();
  await login.type('501234567');
  const pressTwice = async () => {
    await page.keyboard.down('Enter');
    await page.keyboard.down('Enter');
  };
  await pressTwice();
  await expect(login.error).toBeVisible();
  await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  await pressTwice();
  await expect(chat.input).toBeFocused();
  expect(provider.ledger.requests('login')).toHaveLength(2);
  await page.keyboard.type('salam');
  await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  await expect(chat.input).toHaveValue('salam');
  await page.keyboard.press('Enter');
  await chat.expectTexts('salam');
});

test('The phone input loses no digit typed before, inside or over the prefix', async ({
  page,
  login,
}) => {
  await login.open();
  for (const keys of [['Home'], ['Home', 'ArrowRight', 'ArrowRight'], ['ControlOrMeta+A']]) {
    await login.phone.fill('+994');
    for (const key of keys) await page.keyboard.press(key);
    await page.keyboard.type('050 123 45 67');
    await expect(login.phone, keys.join()).toHaveValue('+994501234567');
  }
});
