import { expect, test } from './fixtures';

const storedToken = () => localStorage.getItem('token');

test('logout stops the channel, removes the token and loads /login anew', async ({
  page,
  chat,
  login,
  provider,
}) => {
  await chat.open();
  const loading = page.waitForRequest((request) => request.isNavigationRequest());
  await chat.logout.click();
  expect(new URL((await loading).url()).pathname).toBe('/login');
  await expect(login.heading).toBeVisible();
  expect(await page.evaluate(storedToken)).toBeNull();
  expect(provider.ledger.of('closed')).toMatchObject([{ by: 'client', sawClose: true }]);
  expect(provider.hub.connections()).toHaveLength(0);
});

test('logout does not wait for a hub that hangs', async ({ page, chat, provider }) => {
  await chat.open();
  provider.switches.silent = true;
  await chat.logout.click();
  await expect(page).toHaveURL('/login', { timeout: 2500 });
  await expect.poll(() => provider.hub.connections()).toHaveLength(0);
});

test('Back shows no chat after logout', async ({ page, chat, login }) => {
  chat.stored('Salam');
  await chat.open();
  await chat.logout.click();
  await expect(login.heading).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL('/login');
  await expect(login.heading).toBeVisible();
  await expect(page.getByText('Salam')).toBeHidden();
});

test('[D8] the next customer on the same page sees nothing of the last one, old or new', async ({
  chat,
  login,
  customer,
  provider,
}) => {
  chat.stored('Salam');
  await chat.open();
  await chat.shows('Salam');
  await chat.logout.click();
  await login.type('557654321');
  await login.phone.press('Enter');
  await chat.isConnected();
  await expect(chat.messages).toHaveCount(0);
  chat.operatorSays('Başqasına');
  const other = provider.customerFor('+994557654321');
  provider.operator.send(other.id, { text: 'Sizə' });
  await chat.shows('Sizə');
  expect(provider.hub.connections(customer.id)).toEqual([]);
});

test('a second tab is signed out as well', async ({ page, chat, login, provider }) => {
  await chat.open();
  const other = chat.on(await page.context().newPage());
  await other.page.goto('/chat');
  await other.isConnected();
  await chat.logout.click();
  await expect(login.heading).toBeVisible();
  await expect(other.page).toHaveURL('/login');
  await expect.poll(() => provider.hub.connections()).toHaveLength(0);
});

test('a tab is loaded anew for another user who signs in beside it', async ({
  page,
  chat,
  provider,
}) => {
  chat.stored('Salam');
  await chat.open();
  await chat.shows('Salam');
  const another = provider.customerFor('+994557654321');
  provider.store(another.id, { text: 'Sizə' });
  const other = await page.context().newPage();
  await other.goto('/favicon.svg');
  await other.evaluate((token) => {
    localStorage.setItem('token', token);
  }, provider.tokenFor(another.username));
  await chat.shows('Sizə');
  await chat.isConnected();
  expect(provider.hub.connections().map(({ customerId }) => customerId)).toEqual([another.id]);
});
