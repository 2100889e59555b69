import type { Switches } from '../../stand-in/control/switches';
import { expect, test } from '../../support/browser/fixtures';
import { countAttempts } from '../../support/browser/outage';

test.describe('Faults in the session', () => {
  test('stays connected if the token expires', async ({ page, chat, provider, customer }) => {
    await page.clock.install();
    await chat.openWith(provider.tokenFor(customer.phone, 20));
    await chat.waitUntilConnected();
    // Shorter than the server timeout of 30 s, so that only the token expires.
    await page.clock.runFor(25_000);
    chat.operatorSays('Salam');
    await chat.expectTexts('Salam');
    await expect(page).toHaveURL('/chat');
    expect(countAttempts(provider)).toBe(1);
  });

  test('shows the login, leaves no draft and never connects anonymously when another tab logs out', async ({
    page,
    chat,
    login,
    provider,
  }) => {
    chat.storeIncoming('Salam');
    await chat.open();
    await chat.input.fill('Qaralama');
    await (await chat.openTab()).logOut();
    provider.hub.terminate();
    await expect(login.heading).toBeVisible();
    await expect(page).toHaveURL('/login');
    await expect(page.getByText('Salam')).toBeHidden();
    await expect(async () =>
      expect(await page.evaluate(() => sessionStorage.length)).toBe(0),
    ).toPass();
    expect(provider.ledger.requests('negotiate').map(({ token }) => token)).not.toContain('none');
    expect(provider.hub.connections()).toEqual([]);
  });

  test('keeps the draft for the same customer if the token expires', async ({
    chat,
    login,
    log,
    provider,
    customer,
  }) => {
    log.expectErrors('Sending a message failed: 401');
    await chat.open();
    const expired = provider.tokenFor(customer.phone, -1);
    await chat.page.evaluate((token) => localStorage.setItem('token', token), expired);
    await chat.input.fill('Şikayət');
    await chat.input.press('Enter');
    await expect(login.heading).toBeVisible();
    await login.page.waitForURL('/login');
    await login.signIn('501234567');
    await chat.waitUntilConnected();
    await expect(chat.input).toHaveValue('Şikayət');
  });

  test('switches to the user who signed in in another tab, without the draft, on a new connection', async ({
    context,
    chat,
    customer,
    provider,
  }) => {
    chat.storeIncoming('birinci');
    await chat.open();
    await chat.input.fill('Qaralama');
    const other = provider.customerFor('+994557654321');
    provider.store(other.id, { text: 'Sizə' });
    const otherTab = await context.newPage();
    await otherTab.goto('/favicon.svg');
    const replaceToken = (token: string) => localStorage.setItem('token', token);
    await otherTab.evaluate(replaceToken, provider.tokenFor(other.username));
    await chat.expectTexts('Sizə');
    await expect(chat.input).toHaveValue('');
    await chat.waitUntilConnected();
    chat.operatorSays('ikinci');
    provider.operator.send(other.id, { text: 'Yenə sizə' });
    await chat.expectTexts('Sizə', 'Yenə sizə');
    expect(provider.hub.connections(customer.id)).toEqual([]);
    expect(provider.hub.connections(other.id)).toHaveLength(1);
    const negotiatedBy = provider.ledger.requests('negotiate').map(({ customer }) => customer?.id);
    expect(negotiatedBy).toEqual([customer.id, other.id]);
  });

  /** The faults under which the customer logs out, before or after the chat has connected. */
  const LOGOUTS: [condition: string, fault: Partial<Switches>, isConnectedBefore: boolean][] = [
    ['the first attempt hangs', { calls: { upgrade: { end: 'hang' } } }, false],
    ['reconnect attempts fail', { calls: { negotiate: { status: 503 } } }, true],
    ['a reconnect attempt hangs', { handshake: { reply: null } }, true],
  ];
  for (const [condition, fault, isConnectedBefore] of LOGOUTS) {
    test(`shows the login and stops retrying on logout while ${condition}`, async ({
      page,
      chat,
      login,
      provider,
      log,
    }) => {
      log.expectErrors();
      if (isConnectedBefore) await chat.open();
      Object.assign(provider.switches, fault);
      if (isConnectedBefore) provider.hub.terminate();
      else await chat.load();
      await expect(chat.connection).toHaveText(/oşulur/);
      // The prerendered page shows the state too, but does not respond yet.
      await expect(chat.loading).toBeHidden();
      await chat.logOut();
      const before = countAttempts(provider);
      await login.type('501234567');
      await expect(async () =>
        expect(await page.evaluate(() => localStorage.length)).toBe(0),
      ).toPass();
      await expect.poll(() => provider.hub.connections()).toEqual([]);
      expect(countAttempts(provider)).toBe(before);
    });
  }

  test('sends Close and shows the login in every tab on logout, while a send hangs', async ({
    chat,
    login,
    provider,
    log,
  }) => {
    log.expectErrors();
    await chat.open();
    const other = await chat.openTab();
    await other.waitUntilConnected();
    provider.switches.calls.send = { end: 'hang' };
    await chat.say('salam');
    await expect.poll(() => provider.ledger.requests('send').at(-1)?.status).toBe('pending');
    await chat.logout.click();
    await expect(login.heading).toBeVisible();
    await expect(other.page).toHaveURL('/login');
    const closed = { by: 'client', sawClose: true };
    await expect.poll(() => provider.ledger.of('closed')).toMatchObject([closed, closed]);
    expect(countAttempts(provider)).toBe(2);
  });
});
