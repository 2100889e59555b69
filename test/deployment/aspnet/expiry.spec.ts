import type { Session } from '../../support/contract/clients';
import { expect, PHONE, test } from '../../support/deployment/aspnetFixtures';
import type { Host } from '../../support/deployment/host';

/** Lifetime of the tokens under test. On a busy machine, a page needs several seconds to connect. */
const LIFETIME_SECONDS = 15;
/** Timeout, in ms, for what follows the expiry. */
const TIMEOUT = 40_000;

/** Waits until the host rejects this token. */
async function waitUntilRejected(host: Host, { id, token }: Session): Promise<void> {
  const headers = { Authorization: `Bearer ${token}` };
  const status = async () => (await fetch(`${host.url}/api/66/messages/${id}`, { headers })).status;
  await expect.poll(status, { timeout: TIMEOUT }).toBe(401);
}

test.describe('A token that expires while connected', () => {
  test.use({ settings: { ClockSkewSeconds: 0 } });

  test('keeps the connection and ends the session with the next request', async ({
    chat,
    host,
    page,
    log,
  }) => {
    log.expectErrors('Loading history failed: 401');
    const customer = await host.control.signIn(PHONE, LIFETIME_SECONDS);
    await chat.openWith(customer.token);
    await chat.waitUntilConnected();
    await waitUntilRejected(host, customer);
    await host.control.operatorSays(customer.id, 'birinci');
    // The first message of a connection makes the page fetch the history.
    await expect(page).toHaveURL('/login');
    await page.waitForFunction(() => localStorage.getItem('token') === null);
  });
});

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
