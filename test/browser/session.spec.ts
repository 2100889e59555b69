import { storedToken } from '../support/page/token';
import { expect, test } from '../support/browser/fixtures';

test.describe('Session', () => {
  test('is restored from a stored token', async ({ chat, customer, provider }) => {
    await chat.openWith(customer.token, '/');
    await chat.waitUntilConnected();
    expect(provider.ledger.requests('login')).toHaveLength(0);
    expect(provider.ledger.requests('messages')[0]?.customerId).toBe(customer.id);
  });

  test('ends with a 401 for an expired token', async ({ page, chat, provider, customer, log }) => {
    log.expectErrors('Loading history failed: 401');
    await chat.openWith(provider.tokenFor(customer.phone, { expiresInSeconds: -10 }));
    await expect(page).toHaveURL('/login');
    // The login may be visible before the navigation, during which `evaluate` fails.
    await expect(async () => expect(await storedToken(page)).toBeNull()).toPass();
  });

  test('continues after a 401 for a token that has not expired', async ({
    page,
    chat,
    provider,
    customer,
    log,
  }) => {
    log.expectErrors('Loading history failed: 401', 'Loading history failed: 401');
    provider.switches.calls.messages = { status: 401, times: 2 };
    await chat.openWith(customer.token);
    await chat.waitUntilConnected();
    await expect.poll(() => provider.ledger.requests('messages')[1]?.status).toBe(401);
    await chat.say('Salam');
    await chat.expectTexts('Salam');
    await expect(page).toHaveURL('/chat');
  });
});
