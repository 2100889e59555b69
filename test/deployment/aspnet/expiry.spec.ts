import { aspnetTest as test, expect, PHONE } from '../../support/deployment/fixtures';

/** Lifetime of the tokens under test. On a busy machine, a page needs several seconds to connect. */
const LIFETIME_SECONDS = 15;
/** Timeout, in ms, for what follows the expiry. */
const TIMEOUT = 40_000;

test.describe('CloseOnAuthenticationExpiration without clock skew', () => {
  test.use({ settings: { ClockSkewSeconds: 0, CloseOnAuthenticationExpiration: true } });

  test('ends the session when the token expires', async ({ chat, host, page, log }) => {
    log.expectErrors();
    const customer = await host.control.signIn(PHONE, LIFETIME_SECONDS);
    await chat.openWith(customer.token);
    await chat.waitUntilConnected();
    await expect(page).toHaveURL('/login', { timeout: TIMEOUT });
    await page.waitForFunction(() => localStorage.getItem('token') === null);
  });
});

test.describe('CloseOnAuthenticationExpiration with five minutes of clock skew', () => {
  test.use({ settings: { CloseOnAuthenticationExpiration: true } });

  test('keeps the chat usable and reconnects after the retry delays', async ({
    chat,
    host,
    page,
    log,
  }) => {
    log.expectErrors();
    const customer = await host.control.signIn(PHONE, LIFETIME_SECONDS);
    await chat.openWith(customer.token);
    await chat.waitUntilConnected();
    const connects = async () =>
      (await host.control.invocations()).filter(({ target }) => target === 'OnConnectedAsync');
    await expect.poll(connects, { timeout: TIMEOUT }).toHaveLength(3);
    await host.control.operatorSays(customer.id, 'birinci');
    await chat.say('ikinci');
    await expect(chat.messages).toHaveCount(2);
    await expect(page).toHaveURL('/chat');
  });
});
