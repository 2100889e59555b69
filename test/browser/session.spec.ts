import { storedToken } from '../support/page/token';
import { expect, test } from '../support/browser/fixtures';

test.describe('Session', () => {
  test('is restored from a stored token', async ({ chat, customer, provider }) => {
    await chat.openWith(customer.token, '/');
    await chat.waitUntilConnected();
    expect(provider.ledger.requests('login')).toHaveLength(0);
    expect(provider.ledger.requests('messages')[0]?.customerId).toBe(customer.id);
  });

  test('is restored from a token with each kind of claims', async ({
    chat,
    provider,
    customer,
  }) => {
    for (const claims of ['ws-federation', 'short', 'jwt'] as const) {
      await test.step(claims, async () => {
        await chat.openWith(provider.tokenFor(customer.phone, { claims }));
        await chat.waitUntilConnected();
        await chat.say(claims);
        await expect(chat.own.last()).toContainText(claims);
        expect(provider.conversation(customer.id).at(-1)).toMatchObject({
          fromUserId: customer.id,
          text: claims,
        });
      });
    }
  });

  const UNUSABLE = {
    'text that is not a token': 'Salam',
    'an empty string': '',
    'a token without an id': `x.${Buffer.from('{"name":"A"}').toString('base64url')}.x`,
    'a token whose id is not an integer': `x.${Buffer.from('{"sub":"1.5"}').toString('base64url')}.x`,
  };
  test('removes an unusable token from the storage and shows /login', async ({
    page,
    chat,
    login,
  }) => {
    for (const [name, value] of Object.entries(UNUSABLE)) {
      await test.step(name, async () => {
        await chat.openWith(value);
        await expect(page).toHaveURL('/login');
        await expect(login.heading).toBeVisible();
        expect(await storedToken(page)).toBeNull();
      });
    }
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
