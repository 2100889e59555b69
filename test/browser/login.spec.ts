import { expect, test } from './fixtures';
import { hold } from './hold';

test('the screen asks for the phone number, with +994 prefilled and focused', async ({ login }) => {
  await login.open();
  await expect(login.heading).toBeVisible();
  await expect(login.phone).toHaveAttribute('type', 'tel');
  await expect(login.phone).toHaveValue('+994');
  await expect(login.phone).toBeFocused();
  await expect(login.button).toBeEnabled();
  await expect(login.error).toBeHidden();
  await expect(login.spinner).toBeHidden();
});

test('a signed-in customer comes to the chat, the token is stored under its key', async ({
  page,
  login,
  chat,
  provider,
}) => {
  await login.open();
  await login.type('501234567');
  const asked = page.waitForRequest('**/api/66/login');
  await login.button.click();
  await expect(page).toHaveURL('/chat');
  await expect(chat.input).toBeVisible();
  expect((await asked).method()).toBe('POST');
  expect((await asked).postDataJSON()).toEqual({ username: '+994501234567', password: '' });
  const [customer] = provider.ledger.requests('messages');
  expect(customer?.customerId).toBe(provider.customerFor('+994501234567').id);
  const stored = await page.evaluate(() => Object.fromEntries(Object.entries(localStorage)));
  expect(Object.keys(stored)).toEqual(['token']);
  expect(stored['token']).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
});

test('Enter in the input submits', async ({ page, login }) => {
  await login.open();
  await login.type('501234567');
  await login.phone.press('Enter');
  await expect(page).toHaveURL('/chat');
});

test('while the request runs the button shows a spinner and cannot be pressed', async ({
  page,
  login,
  provider,
}) => {
  const answer = await hold(page, '**/api/66/login');
  await login.open();
  await login.type('501234567');
  const { width, height } = (await login.button.boundingBox()) ?? {};
  await login.button.click();
  await answer.asked;
  await expect(login.spinner).toBeVisible();
  await expect(login.button).toBeDisabled();
  expect(await login.button.boundingBox()).toMatchObject({ width, height });
  await login.phone.press('Enter');
  answer.release();
  await expect(page).toHaveURL('/chat');
  expect(provider.ledger.requests('login')).toHaveLength(1);
});

test('after a failure the screen is idle again, and the next attempt can succeed', async ({
  page,
  login,
  provider,
  log,
}) => {
  log.expectErrors();
  provider.switches.calls.login = { status: 500, times: 1 };
  await login.open();
  await login.type('501234567');
  await login.button.click();
  await expect(login.error).toBeVisible();
  await expect(login.spinner).toBeHidden();
  await expect(login.button).toBeEnabled();
  await expect(login.phone).toHaveValue('+994501234567');
  await login.button.click();
  await expect(page).toHaveURL('/chat');
});

test('the chat is fetched while the number is still being typed', async ({ page, login }) => {
  const fetched: string[] = [];
  page.on('requestfinished', (request) => fetched.push(new URL(request.url()).pathname));
  await login.open();
  await login.type('50');
  await expect.poll(() => fetched.join()).toMatch(/\/chat\.\w+\.js/);
  await expect.poll(() => fetched.join()).toMatch(/\/signalr\.\w+\.js/);
});
