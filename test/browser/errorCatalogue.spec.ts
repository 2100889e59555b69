import type { Fault } from '../stand-in/control/switches';
import { expect, test } from '../support/browser/fixtures';

const LOGIN_FAILED = 'Giriş zamanı xəta baş verdi. Zəhmət olmasa yenidən yoxlayın.';

const LOGIN_FAULTS: Record<string, Fault> = {
  'a rejection': { status: 401 },
  'a server error': { status: 500, body: '<h1>Oops</h1>', contentType: 'text/html' },
  'a response without a token': { body: '{}', contentType: 'application/json' },
  'an unusable token': { body: '{"newtoken":"x"}', contentType: 'application/json' },
  'a lost connection': { end: 'drop' },
};

/** The failures of sending are in faults/sending.spec.ts. */
test.describe('Error catalogue (S8)', () => {
  test('a failed login shows the error box', async ({ page, login, provider, log }) => {
    log.expectErrors();
    for (const [name, fault] of Object.entries(LOGIN_FAULTS)) {
      await test.step(name, async () => {
        provider.switches.calls.login = fault;
        await login.open();
        await login.type('501234567');
        await login.button.click();
        await expect(login.error).toHaveText(LOGIN_FAILED);
        await expect(page).toHaveURL('/login');
        expect(await page.evaluate(() => localStorage.length)).toBe(0);
      });
    }
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
});
