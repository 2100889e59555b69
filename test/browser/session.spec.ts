import { expect, test } from './fixtures';

test('a stored token restores the user at start', async ({ chat, customer, provider }) => {
  await chat.openWith(customer.token, '/');
  await chat.isConnected();
  expect(provider.ledger.requests('login')).toHaveLength(0);
  expect(provider.ledger.requests('messages')[0]?.customerId).toBe(customer.id);
});

for (const claims of ['ws-federation', 'short', 'jwt'] as const) {
  test(`the user is read from ${claims} claims`, async ({ chat, provider, customer }) => {
    await chat.openWith(provider.tokenFor(customer.phone, { claims }));
    await chat.isConnected();
    await chat.say('Salam');
    await chat.shows('Salam');
    expect(provider.conversation(customer.id)).toMatchObject([{ fromUserId: customer.id }]);
  });
}

const UNUSABLE = {
  'no token': 'Salam',
  'an empty text': '',
  'a token without an id': `x.${Buffer.from('{"name":"A"}').toString('base64url')}.x`,
  'a token whose id is no integer': `x.${Buffer.from('{"sub":"1.5"}').toString('base64url')}.x`,
};
for (const [name, value] of Object.entries(UNUSABLE)) {
  test(`${name} under the key is removed and leads to /login`, async ({ page, chat, login }) => {
    await chat.openWith(value);
    await expect(page).toHaveURL('/login');
    await expect(login.heading).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  });
}

test('a 401 for a token whose time is over ends the session', async ({
  page,
  chat,
  provider,
  customer,
  log,
}) => {
  log.expectErrors('Loading history failed: 401');
  await chat.openWith(provider.tokenFor(customer.phone, { expiresInSeconds: -10 }));
  await expect(page).toHaveURL('/login');
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
});

test('a 401 for any other token is only logged', async ({
  page,
  chat,
  provider,
  customer,
  log,
}) => {
  log.expectErrors('Loading history failed: 401', 'Loading history failed: 401');
  provider.switches.calls.messages = { status: 401, times: 2 };
  await chat.openWith(customer.token);
  await chat.isConnected();
  await expect.poll(() => provider.ledger.requests('messages')[1]?.status).toBe(401);
  await chat.say('Salam');
  await chat.shows('Salam');
  await expect(page).toHaveURL('/chat');
});
