import { expect, test } from '../support/browser/fixtures';

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
});
