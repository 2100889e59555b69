import type { BrowserContext } from '@playwright/test';
import type { Switches } from '../../stand-in/control/switches';
import { imageFile } from '../../support/browser/images';
import { storedToken } from '../../support/page/page';
import { expect, test } from '../../support/browser/fixtures';
import { countAttempts, CONNECTING, RECONNECTING, TEN_MINUTES } from '../../support/browser/outage';

/** Changes local storage in another tab, so that this page receives a `storage` event. */
async function inAnotherTab(context: BrowserContext, change: (token: string) => void, token = '') {
  const other = await context.newPage();
  await other.goto('/favicon.svg');
  await other.evaluate(change, token);
  await other.close();
}

const removeToken = () => {
  localStorage.removeItem('token');
};
const replaceToken = (token: string) => {
  localStorage.setItem('token', token);
};

test.describe('Faults in the session', () => {
  test('(D1) stays connected when the token expires', async ({
    page,
    chat,
    provider,
    customer,
  }) => {
    await page.clock.install();
    await chat.openWith(provider.tokenFor(customer.phone, { expiresInSeconds: 20 }));
    await chat.waitUntilConnected();
    // Shorter than the server timeout of 30 s, so that only the token expires.
    await page.clock.runFor(25_000);
    chat.operatorSays('Salam');
    await chat.expectTexts('Salam');
    await expect(page).toHaveURL('/chat');
    expect(countAttempts(provider)).toBe(1);
  });

  test('(D2) makes one attempt and ends the session when the server rejects an expired token', async ({
    page,
    chat,
    login,
    provider,
    customer,
    log,
  }) => {
    log.expectErrors();
    await page.clock.install();
    await chat.openWith(provider.tokenFor(customer.phone, { expiresInSeconds: 3_600 }));
    await chat.waitUntilConnected();
    // The token expired an hour before this time.
    await page.clock.setSystemTime(Date.now() + 7_200_000);
    provider.switches.calls.negotiate = { status: 401 };
    provider.hub.close();
    await expect(login.heading).toBeVisible();
    expect(countAttempts(provider)).toBe(2);
    // The heading is visible before the navigation to /login, which ends a running `evaluate`.
    await expect(async () => expect(await storedToken(page)).toBeNull()).toPass();
  });

  test('(D3) shows the login and never connects anonymously when another tab removes the token', async ({
    page,
    context,
    chat,
    login,
    provider,
  }) => {
    chat.storeIncoming('Salam');
    await chat.open();
    await inAnotherTab(context, removeToken);
    provider.hub.terminate();
    await expect(login.heading).toBeVisible();
    await expect(page).toHaveURL('/login');
    await expect(page.getByText('Salam')).toBeHidden();
    expect(provider.ledger.requests('negotiate').map(({ token }) => token)).not.toContain('none');
    expect(provider.hub.connections()).toEqual([]);
  });

  test('(D4) switches to the user who signed in in another tab, on a new connection', async ({
    context,
    chat,
    customer,
    provider,
  }) => {
    chat.storeIncoming('birinci');
    await chat.open();
    await chat.expectTexts('birinci');
    const otherCustomer = provider.customerFor('+994557654321');
    provider.store(otherCustomer.id, { text: 'Sizə' });
    await inAnotherTab(context, replaceToken, provider.tokenFor(otherCustomer.username));
    await chat.expectTexts('Sizə');
    await chat.waitUntilConnected();
    chat.operatorSays('ikinci');
    provider.operator.send(otherCustomer.id, { text: 'Yenə sizə' });
    await chat.expectTexts('Sizə', 'Yenə sizə');
    expect(provider.hub.connections(customer.id)).toEqual([]);
    expect(provider.hub.connections(otherCustomer.id)).toHaveLength(1);
    const negotiatedBy = provider.ledger.requests('negotiate').map(({ customerId }) => customerId);
    expect(negotiatedBy).toEqual([customer.id, otherCustomer.id]);
  });

  test('(D4) sends no message of one user with the token of another', async ({
    page,
    chat,
    customer,
    provider,
    log,
  }) => {
    log.expectErrors('Sending a message failed: FOREIGN_TOKEN');
    await chat.open();
    const otherCustomer = provider.customerFor('+994557654321');
    provider.store(otherCustomer.id, { text: 'Sizə' });
    // A change by the page itself fires no storage event.
    await page.evaluate((token) => {
      localStorage.setItem('token', token);
    }, provider.tokenFor(otherCustomer.username));
    await chat.say('salam');
    await chat.expectTexts('Sizə');
    expect(provider.ledger.requests('send')).toEqual([]);
    await expect.poll(() => provider.hub.connections(customer.id)).toEqual([]);
  });

  /** Connection states to log out in, and the fault that leads to each. */
  const LOGOUT_STATES: Record<
    string,
    { state: string; fault: Partial<Switches>; isDropped: boolean }
  > = {
    'the first attempt is slow': {
      state: CONNECTING,
      fault: { calls: { negotiate: { delay: 5_000 } } },
      isDropped: false,
    },
    'the first attempt hangs': {
      state: CONNECTING,
      fault: { calls: { upgrade: { end: 'hang' } } },
      isDropped: false,
    },
    'reconnect attempts fail': {
      state: RECONNECTING,
      fault: { calls: { negotiate: { status: 503 } } },
      isDropped: true,
    },
    'a reconnect attempt hangs': {
      state: RECONNECTING,
      fault: { handshake: { reply: null } },
      isDropped: true,
    },
  };
  for (const [condition, { state, fault, isDropped }] of Object.entries(LOGOUT_STATES)) {
    test(`(D5) shows the login and stops retrying on logout while ${condition}`, async ({
      page,
      chat,
      login,
      customer,
      provider,
      log,
    }) => {
      log.expectErrors();
      if (isDropped) await chat.open();
      Object.assign(provider.switches, fault);
      if (isDropped) provider.hub.terminate();
      else await chat.openWith(customer.token);
      await expect(chat.connection).toHaveText(state);
      // The prerendered page shows the state too, but does not respond yet.
      await expect(chat.loading).toBeHidden();
      await chat.logout.click();
      await expect(login.heading).toBeVisible();
      const before = countAttempts(provider);
      await login.type('501234567');
      await expect(async () =>
        expect(await page.evaluate(() => localStorage.length)).toBe(0),
      ).toPass();
      await expect.poll(() => provider.hub.connections()).toEqual([]);
      expect(countAttempts(provider)).toBe(before);
    });
  }

  for (const call of ['upload', 'send', 'messages'] as const) {
    test(`(D5) shows the login on logout while ${call} hangs`, async ({
      page,
      chat,
      login,
      provider,
      log,
    }) => {
      log.expectErrors();
      await chat.open();
      provider.switches.calls[call] = { end: 'hang' };
      if (call === 'upload') await chat.pick(imageFile());
      if (call === 'send') await chat.say('salam');
      if (call === 'messages') provider.hub.terminate();
      await expect.poll(() => provider.ledger.requests(call).at(-1)?.status).toBe('pending');
      await chat.logout.click();
      await expect(login.heading).toBeVisible();
      await expect.poll(() => page.evaluate(() => localStorage.length).catch(() => NaN)).toBe(0);
    });
  }

  test('(D5) sends Close, shows the login and does not reconnect on logout while connected', async ({
    chat,
    login,
    provider,
  }) => {
    await chat.open();
    await chat.logout.click();
    await expect(login.heading).toBeVisible();
    await expect
      .poll(() => provider.ledger.of('closed'))
      .toMatchObject([{ by: 'client', sawClose: true }]);
    expect(countAttempts(provider)).toBe(1);
  });

  test('(D6) makes no request without a token when the token is gone and the connection drops', async ({
    page,
    chat,
    login,
    provider,
  }) => {
    await page.clock.install();
    await chat.open();
    await page.evaluate(removeToken);
    provider.hub.terminate();
    await expect(login.heading).toBeVisible();
    await page.clock.runFor(TEN_MINUTES);
    expect(countAttempts(provider)).toBe(1);
    expect(provider.hub.connections()).toEqual([]);
  });
});
