import type { Page } from '@playwright/test';
import { ANSWERS, ENDLESS, IMAGE_URLS, ODD_TOKENS, TEXTS, TOKENS } from '../support/hostile';
import { expect, test } from './fixtures';

/** How long the page may stand still, in milliseconds. */
const PATIENCE = 200;

/** Keeps the page's long tasks. @returns reads the longest since it was asked last */
async function watchTasks(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const tasks: number[] = [];
    new PerformanceObserver((list) => {
      tasks.push(...list.getEntries().map(({ duration }) => duration));
    }).observe({ type: 'longtask' });
    Object.assign(window, { tasks });
  });
  return () =>
    page.evaluate(async () => {
      const { tasks } = window as unknown as { tasks: number[] };
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      await frame();
      await frame();
      await new Promise((resolve) => setTimeout(resolve));
      return Math.max(0, ...tasks.splice(0));
    });
}

/** Every request goes to the app or to the provider. */
function watchRequests(page: Page, ...hosts: string[]): () => void {
  const asked = new Set<string>();
  const note = (url: string) => asked.add(new URL(url).host);
  page.on('request', (request) => {
    if (/^https?:/.test(request.url())) note(request.url());
  });
  page.on('websocket', (socket) => note(socket.url()));
  page.on('dialog', (dialog) => note(`dialog://${dialog.type()}`));
  return () => {
    expect([...asked].sort()).toEqual(hosts.map((url) => new URL(url).host).sort());
  };
}

test('hostile texts are shown as texts: nothing breaks, nothing is asked for, nothing stands still', async ({
  page,
  chat,
  provider,
  customer,
  baseURL,
}) => {
  test.slow();
  const hasAskedNoOther = watchRequests(page, baseURL ?? '', provider.url);
  const longestTask = await watchTasks(page);
  await chat.open();
  let count = 0;
  const costOf = async (text: string) => {
    await longestTask();
    provider.push(customer.id, { fromUserId: 1, toUserId: customer.id, text });
    count += 1;
    await expect(chat.messages).toHaveCount(count);
    return longestTask();
  };
  // The machine has other things to do, too: what as many harmless words cost is not held against them.
  const harmless = Math.max(
    await costOf('salam '.repeat(166_666)),
    await costOf('necəsən '.repeat(125_000)),
  );
  const slow: string[] = [];
  for (const [name, text] of Object.entries(TEXTS)) {
    // Twice where it has to be: once the machine may have been away.
    const isSlow = async () => (await costOf(text)) > PATIENCE + harmless;
    if ((await isSlow()) && (await isSlow())) slow.push(name);
  }
  expect(slow).toEqual([]);
  await chat.say('Salam');
  await expect(chat.own).toHaveText(/^Salam/);
  await expect(page).toHaveTitle('Dəstək Xidməti');
  await expect(chat.list.locator('script, img, iframe, svg, b')).toHaveCount(0);
  hasAskedNoOther();
});

test('a text that turns its direction turns neither its links, its time nor what follows', async ({
  page,
  chat,
  provider,
  customer,
}) => {
  await chat.open();
  provider.store(customer.id, { text: '\u202ehttps://evil.example/' });
  provider.store(customer.id, { text: '\u202eSalam\u2067\u202b\u202e' });
  provider.store(customer.id, { text: 'Salam' });
  await page.reload();
  await expect(chat.messages).toHaveCount(3);
  /** Whether the first letter that can be seen stands left of the last one. */
  const readsOn = (element: Element) => {
    const text = element.firstChild as Text;
    const at = (index: number) => {
      const range = document.createRange();
      range.setStart(text, index);
      range.setEnd(text, index + 1);
      return range.getBoundingClientRect().left;
    };
    const letters = [...text.data.matchAll(/[\w/:]/g)].map(({ index }) => index);
    return at(letters.at(0) ?? 0) < at(letters.at(-1) ?? 0);
  };
  expect(await chat.list.getByRole('link').evaluate(readsOn)).toBe(true);
  expect(await chat.messages.nth(1).locator('p').evaluate(readsOn)).toBe(false);
  expect(await chat.messages.nth(1).locator('time').evaluate(readsOn)).toBe(true);
  expect(await chat.messages.nth(2).locator('p').evaluate(readsOn)).toBe(true);
});

test('a tower of marks is cut off at its row', async ({ chat }) => {
  await chat.open();
  chat.operatorSays(TEXTS['ten thousand marks'] ?? '');
  await expect(chat.messages).toHaveCount(1);
  // Which is what `content` stands for: nothing is painted outside of it.
  await expect(chat.messages).toHaveCSS('contain', 'content');
  expect(await chat.list.evaluate((list) => list.scrollWidth - list.clientWidth)).toBe(0);
});

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
  const longestTask = await watchTasks(page);
  await login.open();
  await login.type('501234567');
  let longest = 0;
  for (const answer of [...Object.values(ANSWERS).map((body) => ({ body })), ENDLESS]) {
    provider.switches.calls.login = { ...answer, contentType: 'application/json' };
    const asked = provider.ledger.requests('login').length;
    await longestTask();
    await login.phone.press('Enter');
    await expect.poll(() => provider.ledger.requests('login').length).toBe(asked + 1);
    await expect(login.button).toBeEnabled();
    await expect(login.error).toBeVisible();
    longest = Math.max(longest, await longestTask());
  }
  expect(longest).toBeLessThan(5 * PATIENCE);
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
