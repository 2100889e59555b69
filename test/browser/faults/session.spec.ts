import { expect, test } from '../../support/browser/fixtures';
import { countAttempts } from '../../support/browser/outage';

test.describe('Faults in the session', () => {
  test('switches to the user who logged in in another tab', async ({
    page,
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
    // The customer sees this page until the next one loads, however slow the network is.
    await page.evaluate(() =>
      addEventListener('pagehide', () => sessionStorage.setItem('last', document.body.innerText)),
    );
    const replaceToken = (token: string) => localStorage.setItem('token', token);
    await otherTab.evaluate(replaceToken, provider.tokenFor(other.username));
    await chat.expectTexts('Sizə');
    const last = await page.evaluate(() => sessionStorage.getItem('last'));
    expect(last).toContain('Telefon nömrənizi daxil edin');
    expect(last).not.toContain('birinci');
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

  test('logs out every tab, although a send hangs', async ({ chat, login, provider, log }) => {
    log.expectErrors();
    chat.storeIncoming('Salam');
    await chat.open();
    const other = await chat.openTab();
    await other.waitUntilConnected();
    await other.input.fill('Qaralama');
    // A tab that was discarded keeps its session storage only.
    const away = await chat.openTab();
    await away.waitUntilConnected();
    await away.input.fill('Qaralama');
    await away.page.goto('/favicon.svg');
    provider.switches.calls.send = { end: 'hang' };
    await chat.say('salam');
    await expect.poll(() => provider.ledger.requests('send').at(-1)?.status).toBe('pending');
    await chat.logOut(true);
    await expect(login.heading).toBeVisible();
    await expect(other.page).toHaveURL('/login');
    await expect(other.messages).toHaveCount(0);
    await away.page.goto('/');
    await expect(away.page).toHaveURL('/login');
    const drafts = [other, away].map(({ page }) =>
      page.evaluate(() => sessionStorage.getItem('draft')),
    );
    expect(await Promise.all(drafts)).toEqual([null, null]);
    await expect.poll(() => provider.hub.connections()).toEqual([]);
    expect(countAttempts(provider)).toBe(3);
  });
});
