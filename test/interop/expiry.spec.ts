import type { Session } from '../contract/target';
import { expect, PHONE, test } from './fixtures';
import type { Host } from './host';

const SECONDS = 6;

/** Waits until the host takes this token no more. */
async function isOver(host: Host, { id, token }: Session): Promise<void> {
  const headers = { Authorization: `Bearer ${token}` };
  const status = async () => (await fetch(`${host.url}/api/66/messages/${id}`, { headers })).status;
  await expect.poll(status, { timeout: 15_000 }).toBe(401);
}

test.describe('a token that ends while the chat is open', () => {
  test.use({ settings: { ClockSkewSeconds: 0 } });

  test('keeps the channel, and ends the session with the next call', async ({
    chat,
    host,
    page,
    log,
  }) => {
    log.expectErrors('Sending a message failed: 401');
    const customer = await host.control.signIn(PHONE, SECONDS);
    await chat.openWith(customer.token);
    await chat.isConnected();
    await isOver(host, customer);
    await host.control.operatorSays(customer.id, 'birinci');
    await chat.shows('birinci');
    await chat.isConnected();
    await chat.say('ikinci');
    await expect(page).toHaveURL('/login');
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  });
});

test.describe('where the server closes the channel at the end of the token', () => {
  test.use({ settings: { ClockSkewSeconds: 0, CloseOnAuthenticationExpiration: true } });

  test('the session ends with it', async ({ chat, host, page, log }) => {
    log.expectErrors();
    const customer = await host.control.signIn(PHONE, SECONDS);
    await chat.openWith(customer.token);
    await chat.isConnected();
    await expect(page).toHaveURL('/login', { timeout: 15_000 });
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  });
});

test.describe('where it does so, but takes the token for five minutes more', () => {
  test.use({ settings: { CloseOnAuthenticationExpiration: true } });

  test('the chat stays usable and reconnects in the pauses that there are', async ({
    chat,
    host,
    page,
    log,
  }) => {
    log.expectErrors();
    const customer = await host.control.signIn(PHONE, SECONDS);
    await chat.openWith(customer.token);
    await chat.isConnected();
    const arrivals = async () =>
      (await host.control.invocations()).filter(({ target }) => target === 'OnConnectedAsync');
    await expect.poll(arrivals, { timeout: 20_000 }).toHaveLength(3);
    await host.control.operatorSays(customer.id, 'birinci');
    await chat.say('ikinci');
    await expect(chat.messages).toHaveCount(2);
    await expect(page).toHaveURL('/chat');
  });
});
