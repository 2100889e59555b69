import type { Fault } from '../provider/switches';
import { expect, test } from './fixtures';
import { picture } from './pictures';

const LOGIN_FAILED = 'Giriş zamanı xəta baş verdi. Zəhmət olmasa yenidən yoxlayın.';
const INVALID_PHONE = 'Nömrə düzgün formatda deyil';

const LOGIN_FAULTS: Record<string, Fault> = {
  'a refusal': { status: 401 },
  'an error of the server': { status: 500, body: '<h1>Oops</h1>', contentType: 'text/html' },
  'an answer without a token': { body: '{}', contentType: 'application/json' },
  'a token that is none': { body: '{"newtoken":"x"}', contentType: 'application/json' },
  'a lost connection': { end: 'drop' },
};
for (const [name, fault] of Object.entries(LOGIN_FAULTS)) {
  test(`login request fails by ${name}: the error box says so`, async ({
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

test('invalid phone: the error box says so, and no request is made', async ({
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

test('loading the history fails: loading ends, only the console hears of it', async ({
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
  await chat.shows('Salam');
});

test('sending a message fails: the text stays, the input is enabled, only the console hears', async ({
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
  await chat.shows('Salam');
});

test('uploading an image fails: the controls are enabled, only the console hears', async ({
  page,
  chat,
  provider,
  log,
}) => {
  log.expectErrors('Sending an image failed: 500');
  provider.switches.calls.upload = { status: 500, times: 1 };
  await chat.open();
  await chat.input.fill('Qaralama');
  await chat.pick(picture());
  await expect.poll(() => log.lines).toContain('Sending an image failed: 500');
  await expect(chat.attach).toBeEnabled();
  await expect(chat.input).toBeEnabled();
  await expect(chat.input).toHaveValue('Qaralama');
  await expect(chat.send).toBeEnabled();
  await expect(page.getByRole('alert')).toBeHidden();
  expect(provider.ledger.requests('send')).toHaveLength(0);
  await expect(chat.messages).toHaveCount(0);
});

test('sending an uploaded image fails: the controls are enabled, only the console hears', async ({
  chat,
  provider,
  log,
}) => {
  log.expectErrors('Sending a message failed: 503');
  provider.switches.calls.send = { status: 503, times: 1 };
  await chat.open();
  await chat.pick(picture());
  await expect.poll(() => log.lines).toContain('Sending a message failed: 503');
  await expect(chat.attach).toBeEnabled();
  await expect(chat.input).toBeEnabled();
  await expect(chat.messages).toHaveCount(0);
});
