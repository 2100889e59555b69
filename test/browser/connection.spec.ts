import { expect, test } from './fixtures';
import { hold } from './hold';

test('the channel is opened with the token once the user is known, and only then', async ({
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
  await chat.isConnected();
  expect(provider.ledger.of('opened')).toMatchObject([{ transport: 'WebSockets' }]);
  expect(provider.ledger.requests('negotiate')).toMatchObject([{ token: 'header', status: 200 }]);
  expect(provider.ledger.requests('upgrade')).toMatchObject([
    { path: '/chatHub66', token: 'query', status: 101 },
  ]);
});

test('the states of the channel follow each other, from connecting to the end', async ({
  page,
  chat,
  customer,
}) => {
  const seen: string[] = [];
  await page.exposeFunction('note', (state: string) => seen.push(state));
  await page.addInitScript(() => {
    const look = () => {
      const state = document.querySelector('header [role=status]')?.textContent ?? '';
      (window as unknown as { note: (state: string) => void }).note(state);
    };
    new MutationObserver(look).observe(document, {
      subtree: true,
      childList: true,
      characterData: true,
    });
  });
  const negotiation = await hold(page, '**/chatHub66/negotiate?*');
  await chat.openWith(customer.token);
  await expect(chat.connection).toHaveText('Qoşulur');
  negotiation.release();
  await chat.isConnected();
  await chat.isConnectedAfterDrop();
  await chat.logout.click();
  await expect(page).toHaveURL('/login');
  const states = seen.filter((state, index) => state !== '' && state !== seen[index - 1]);
  expect(states.join(', ')).toMatch(
    /^(Əlaqə yoxdur, )?Qoşulur, Qoşulub, Yenidən qoşulur, Qoşulub, Ayrılır(, Əlaqə yoxdur)?$/,
  );
});

for (const transport of ['ServerSentEvents', 'LongPolling'] as const) {
  test(`where only ${transport} is offered, messages arrive live`, async ({ chat, provider }) => {
    provider.switches.transports = [transport];
    await chat.open();
    expect(provider.ledger.of('opened')).toMatchObject([{ transport }]);
    chat.operatorSays('Salam');
    await chat.shows('Salam');
  });
}
