import { TEXTS } from '../support/hostile';
import { expect, test } from './fixtures';
import { PATIENCE, traceTasks } from './traceTasks';
import { watchRequests } from './watchRequests';

// Its snapshots of the page take seconds of the page's own thread where texts are very long.
test.use({ trace: 'off' });

test('hostile texts are shown as texts: nothing breaks, nothing is asked for, nothing stands still', async ({
  page,
  chat,
  provider,
  customer,
  baseURL,
}) => {
  test.slow();
  const hasAskedNoOther = watchRequests(page, baseURL ?? '', provider.url);
  await chat.open();
  const tasks = await traceTasks(page);
  for (const [index, [name, text]] of Object.entries(TEXTS).entries()) {
    await tasks.begin(name);
    provider.push(customer.id, { fromUserId: 1, toUserId: customer.id, text });
    // Not by their role: a name is made of all of a text, in a task of this page.
    await expect(chat.list.locator('[data-own]')).toHaveCount(index + 1);
    await expect(page.locator('.visually-hidden[aria-live] p')).toHaveCount(index + 1);
  }
  const costs = await tasks.end();
  expect(costs.filter(([, cost]) => cost > PATIENCE)).toEqual([]);
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
