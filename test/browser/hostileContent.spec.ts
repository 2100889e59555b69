import { ANSWERS, ENDLESS, IMAGE_URLS, ODD_TOKENS, TOKENS } from '../support/hostile';
import { expect, test } from './fixtures';
import { PATIENCE, traceTasks } from './traceTasks';
import { watchRequests } from './watchRequests';

test('hostile addresses of pictures are asked of the provider or not at all', async ({
  page,
  chat,
  provider,
  customer,
  baseURL,
  log,
}) => {
  log.expectErrors();
  const hasAskedNoOther = watchRequests(page, baseURL ?? '', provider.url);
  const pictures = Object.values(IMAGE_URLS).filter(Boolean);
  for (const imageUrl of pictures) provider.store(customer.id, { imageUrl });
  await chat.open();
  // Those further up stand in the page when they are near.
  await chat.list.hover();
  await expect(async () => {
    await page.mouse.wheel(0, -2000);
    await expect(chat.messages.getByText('Şəkil açılmadı')).toHaveCount(pictures.length, {
      timeout: 200,
    });
  }).toPass();
  hasAskedNoOther();
  expect(
    provider.ledger.of('request').filter(({ call, token }) => call === 'image' && token !== 'none'),
  ).toEqual([]);
});

test('with a hostile token in the storage nobody is signed in, and the token is gone', async ({
  page,
  login,
  provider,
  baseURL,
}) => {
  const hasAskedNoOther = watchRequests(page, baseURL ?? '');
  await page.goto('/favicon.svg');
  for (const token of Object.values(TOKENS)) {
    await page.evaluate((value) => {
      localStorage.setItem('token', value);
    }, token);
    if (page.url().endsWith('.svg')) await login.open();
    else await page.reload();
    await expect(login.heading).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  }
  hasAskedNoOther();
  expect(provider.ledger.of('request')).toEqual([]);
});

test('a token that only the provider can judge is turned down there, and the page stays up', async ({
  chat,
  provider,
  log,
}) => {
  log.expectErrors('Loading history failed: 401');
  await chat.openWith(ODD_TOKENS['no algorithm'] ?? '');
  await expect(chat.input).toBeVisible();
  await expect(chat.connection).toHaveText('Əlaqə yoxdur');
  await expect.poll(() => log.lines).toContain('Loading history failed: 401');
  expect(provider.ledger.of('opened')).toEqual([]);
});

test('hostile answers are a failed login, one after the other, and then one succeeds', async ({
  page,
  login,
  chat,
  provider,
  log,
}) => {
  await login.open();
  await login.type('501234567');
  const tasks = await traceTasks(page);
  const answers = Object.entries(ANSWERS).map(([name, body]) => [name, { body }] as const);
  for (const [name, answer] of [...answers, ['an endless one', ENDLESS] as const]) {
    await tasks.begin(name);
    provider.switches.calls.login = { ...answer, contentType: 'application/json' };
    const asked = provider.ledger.requests('login').length;
    await login.phone.press('Enter');
    await expect.poll(() => provider.ledger.requests('login').length).toBe(asked + 1);
    await expect(login.button).toBeEnabled();
    await expect(login.error).toBeVisible();
  }
  const costs = await tasks.end();
  expect(costs.filter(([, cost]) => cost > PATIENCE)).toEqual([]);
  expect(log.lines).toEqual([]);
  provider.switches.calls.login = undefined;
  await login.phone.press('Enter');
  await chat.isConnected();
});

for (const [name, answer] of Object.entries({
  'of more than any answer may be': { body: ANSWERS['more than any answer'] ?? '' },
  'without an end': ENDLESS,
})) {
  test(`a history ${name} is none, and the chat goes on`, async ({ chat, provider, log }) => {
    log.expectErrors('Loading history failed: FETCH_ERROR', 'Loading history failed: FETCH_ERROR');
    provider.switches.calls.messages = {
      ...answer,
      contentType: 'application/json',
      times: 2,
    };
    await chat.open();
    await expect.poll(() => log.lines).toHaveLength(2);
    await chat.say('Salam');
    await chat.shows('Salam');
  });
}
