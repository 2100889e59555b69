import type { Fault } from '../stand-in/control/switches';
import { expect, test } from './support/fixtures';
import { imageFile } from './support/images';

const LOGIN_FAILED = 'Giriş zamanı xəta baş verdi. Zəhmət olmasa yenidən yoxlayın.';
const INVALID_PHONE = 'Nömrə düzgün formatda deyil';

const LOGIN_FAULTS: Record<string, Fault> = {
  'a rejection': { status: 401 },
  'a server error': { status: 500, body: '<h1>Oops</h1>', contentType: 'text/html' },
  'a response without a token': { body: '{}', contentType: 'application/json' },
  'an unusable token': { body: '{"newtoken":"x"}', contentType: 'application/json' },
  'a lost connection': { end: 'drop' },
};
test.describe('Error catalogue (S8)', () => {
  for (const [name, fault] of Object.entries(LOGIN_FAULTS)) {
    test(`a login that fails with ${name} shows the error box`, async ({
      page,
      login,
      provider,
      log,
    }) => {
      log.expectErrors();
      provider.switches.calls.login = fault;
      await login.open();
      await login.type('501234567');
      await login.button.click();
      await expect(login.error).toHaveText(LOGIN_FAILED);
      await expect(page).toHaveURL('/login');
      expect(await page.evaluate(() => localStorage.length)).toBe(0);
    });
  }

  test('an invalid phone number shows the error box and sends no request', async ({
    page,
    login,
    provider,
  }) => {
    await login.open();
    for (const digits of ['', '5', '0123456']) {
      await login.type(digits);
      await login.button.click();
      await expect(login.error).toHaveText(INVALID_PHONE);
    }
    await login.phone.press('Enter');
    await login.type('7');
    await login.button.click();
    await expect(page).toHaveURL('/chat');
    expect(provider.ledger.requests('login')).toHaveLength(1);
  });

  test('a failed history request ends the loading and is only logged', async ({
    page,
    chat,
    provider,
    log,
  }) => {
    log.expectErrors('Loading history failed: 500', 'Loading history failed: 500');
    provider.switches.calls.messages = { status: 500, body: 'Oops', times: 2 };
    await chat.open();
    await expect(chat.input).toBeEnabled();
    await expect(page.getByRole('alert')).toBeHidden();
    await expect(page.getByText('Oops')).toBeHidden();
    chat.operatorSays('Salam');
    await chat.expectTexts('Salam');
  });

  test('a failed message keeps the text, enables the controls and is only logged', async ({
    page,
    chat,
    provider,
    log,
  }) => {
    log.expectErrors('Sending a message failed: 500');
    provider.switches.calls.send = { status: 500, body: 'Oops', times: 1 };
    await chat.open();
    await chat.say('Salam');
    await expect.poll(() => log.lines).toContain('Sending a message failed: 500');
    await expect(chat.input).toBeEnabled();
    await expect(chat.input).toHaveValue('Salam');
    await expect(chat.input).toBeFocused();
    await expect(chat.send).toBeEnabled();
    await expect(chat.attach).toBeEnabled();
    await expect(chat.messages).toHaveCount(0);
    await expect(page.getByRole('alert')).toBeHidden();
    await chat.input.press('Enter');
    await chat.expectTexts('Salam');
  });

  test('a failed upload enables the controls and is only logged', async ({
    page,
    chat,
    provider,
    log,
  }) => {
    log.expectErrors('Sending an image failed: 500');
    provider.switches.calls.upload = { status: 500, times: 1 };
    await chat.open();
    await chat.input.fill('Qaralama');
    await chat.pick(imageFile());
    await expect.poll(() => log.lines).toContain('Sending an image failed: 500');
    await expect(chat.attach).toBeEnabled();
    await expect(chat.input).toBeEnabled();
    await expect(chat.input).toHaveValue('Qaralama');
    await expect(chat.send).toBeEnabled();
    await expect(page.getByRole('alert')).toBeHidden();
    expect(provider.ledger.requests('send')).toHaveLength(0);
    await expect(chat.messages).toHaveCount(0);
  });

  test('an uploaded image that cannot be sent enables the controls and is only logged', async ({
    chat,
    provider,
    log,
  }) => {
    log.expectErrors('Sending a message failed: 503');
    provider.switches.calls.send = { status: 503, times: 1 };
    await chat.open();
    await chat.pick(imageFile());
    await expect.poll(() => log.lines).toContain('Sending a message failed: 503');
    await expect(chat.attach).toBeEnabled();
    await expect(chat.input).toBeEnabled();
    await expect(chat.messages).toHaveCount(0);
  });
});
