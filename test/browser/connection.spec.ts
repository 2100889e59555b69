import { expect, test } from '../support/browser/fixtures';
import { hold } from '../support/page/hold';

test.describe('Live connection', () => {
  test('opens with the token once the user is known, and not before', async ({
    chat,
    login,
    provider,
    page,
  }) => {
    await login.open();
    await login.type('501234567');
    expect(provider.ledger.requests('negotiate')).toHaveLength(0);
    await login.phone.press('Enter');
    await expect(page).toHaveURL('/chat');
    await chat.waitUntilConnected();
    expect(provider.ledger.of('opened')).toMatchObject([{ transport: 'WebSockets' }]);
    expect(provider.ledger.requests('negotiate')).toMatchObject([{ token: 'header', status: 200 }]);
    expect(provider.ledger.requests('upgrade')).toMatchObject([
      { path: '/chatHub66', token: 'query', status: 101 },
    ]);
  });

  test('passes through its states from connecting to logout', async ({ page, chat, customer }) => {
    const texts: string[] = [];
    await page.exposeFunction('record', (text: string) => texts.push(text));
    await page.addInitScript(() => {
      const report = () => {
        const text = document.querySelector('[data-connection]')?.textContent ?? '';
        (window as unknown as { record: (text: string) => void }).record(text);
      };
      new MutationObserver(report).observe(document, {
        subtree: true,
        childList: true,
        characterData: true,
      });
    });
    const negotiation = await hold(page, '**/chatHub66/negotiate?*');
    await chat.openWith(customer.token);
    await expect(chat.connection).toHaveText('Qoşulur');
    negotiation.release();
    await chat.waitUntilConnected();
    await chat.dropAndReconnect();
    await chat.logout.click();
    await expect(page).toHaveURL('/login');
    const states = texts.filter((text, index) => text !== '' && text !== texts[index - 1]);
    expect(states.join(', ')).toMatch(
      /^(Əlaqə yoxdur, )?Qoşulur, Qoşulub, Yenidən qoşulur, Qoşulub, Ayrılır(, Əlaqə yoxdur)?$/,
    );
  });
});
