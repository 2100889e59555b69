import { expect, test } from '../support/browser/fixtures';
import { dispatch, imageFile } from '../support/browser/images';
import { hold, storedToken } from '../support/page/page';

test.describe('Signing in', () => {
  test('refuses drops that would replace the page', async ({ page, login }) => {
    await login.open();
    await expect(page.locator('body')).toHaveAttribute('data-started');
    // The middle of the page is the input.
    expect(await dispatch(page, 'dragover', [], '501234567')).toBe(true);
    expect(await dispatch(page, 'drop', [imageFile()])).toBe(false);
    const refuses = (type: string) =>
      login.heading.evaluate((heading, name) => {
        const init = { bubbles: true, cancelable: true, dataTransfer: new DataTransfer() };
        return !heading.dispatchEvent(new DragEvent(name, init));
      }, type);
    expect([await refuses('dragover'), await refuses('drop')]).toEqual([true, true]);
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

  test('sends REST calls to /api/66 on the provider host, with credentials and a Bearer header (S7)', async ({
    page,
    context,
    chat,
    login,
    provider,
  }) => {
    await context.addCookies([{ name: 'route', value: 'a', url: provider.url }]);
    const headers = new Map<string, Promise<Record<string, string>>>();
    page.on('request', (request) => {
      if (request.url().startsWith(`${provider.url}/api/`)) {
        headers.set(`${request.method()} ${new URL(request.url()).pathname}`, request.allHeaders());
      }
    });
    await login.open();
    await login.signIn('501234567');
    await chat.waitUntilConnected();
    await chat.pick(imageFile());
    await expect(chat.own).toHaveCount(1);
    const { id } = provider.customerFor('+994501234567');
    expect([...headers.keys()]).toEqual([
      'POST /api/66/login',
      `GET /api/66/messages/${id}`,
      'POST /api/66/upload',
      'POST /api/66/send',
    ]);
    const token = await storedToken(page);
    for (const [call, sent] of headers) {
      expect((await sent).cookie, call).toBe('route=a');
      const bearer = call.endsWith('login') ? undefined : `Bearer ${token}`;
      expect((await sent).authorization, call).toBe(bearer);
    }
  });

  test('is prepared by loading the chat while the number is typed', async ({ page, login }) => {
    const fetched: string[] = [];
    page.on('requestfinished', (request) => fetched.push(new URL(request.url()).pathname));
    await login.open();
    await login.type('50');
    await expect.poll(() => fetched.join()).toMatch(/\/chat\.\w+\.js/);
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
    await login.signIn('501234567');
    await chat.waitUntilConnected();
    await chat.say('salam');
    chat.operatorSays('xoş gəldiniz');
    await chat.expectTexts('salam', 'xoş gəldiniz');
    await chat.logout.click();
    await expect(login.heading).toBeVisible();
    await expect(page).toHaveURL('/login');
  });

  test('moves nothing on the card, neither when busy nor with an error', async ({
    page,
    login,
    provider,
    log,
  }) => {
    log.expectErrors('Login failed: 500');
    provider.switches.calls.login = { status: 500 };
    const loginRequest = await hold(page, '**/api/66/login');
    await login.open();
    const card = page.locator('form');
    const [before, button] = [await card.boundingBox(), await login.button.boundingBox()];
    await login.button.click();
    await expect(login.error).toBeVisible();
    await expect(login.spinner).toBeHidden();
    await expect(login.phone).toBeFocused();
    expect(await card.boundingBox()).toEqual(before);
    await login.type('501234567');
    await login.button.click();
    await loginRequest.requested;
    await expect(login.spinner).toBeVisible();
    expect(await login.button.boundingBox()).toEqual(button);
    expect(await card.boundingBox()).toEqual(before);
    loginRequest.release();
    await expect(login.error).toHaveText(/^Giriş zamanı xəta/);
    expect(await card.boundingBox()).toEqual(before);
  });
});

test.describe('Phone input', () => {
  test('loses no digit typed before, inside or over the prefix', async ({ page, login }) => {
    await login.open();
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key);
    };
    const actions: Record<string, () => Promise<void>> = {
      'Backspace is held': () => press(...Array<string>(6).fill('Backspace')),
      'the caret is moved to the start': () => press('Home'),
      'the caret is moved into the prefix': () => press('Home', 'ArrowRight', 'ArrowRight'),
      'everything is selected and deleted': () => press('ControlOrMeta+A', 'Delete'),
      'everything is selected': () => press('ControlOrMeta+A'),
      'the left edge is clicked': () => login.phone.click({ position: { x: 5, y: 26 } }),
    };
    for (const [name, act] of Object.entries(actions)) {
      await test.step(name, async () => {
        await login.phone.fill('+994');
        await act();
        await page.keyboard.type('050 123 45 67');
        await expect(login.phone).toHaveValue('+994501234567');
      });
    }
  });

  test('keeps the caret after a digit typed or deleted in the middle', async ({ page, login }) => {
    await login.open();
    await login.type('5067');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.type('12x3');
    await expect(login.phone).toHaveValue('+9945012367');
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Backspace');
    await page.keyboard.type('9');
    await expect(login.phone).toHaveValue('+994501967');
  });
});
