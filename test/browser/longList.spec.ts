import type { ChatScreen } from './chatScreen';
import { expect, test } from './fixtures';

const COUNT = 1000;
const TEXTS = Array.from(
  { length: COUNT },
  (_, number) => `Mesaj ${number};${' uzun söz'.repeat((number * 7) % 23)}`,
);
const MAX_NODES = 1500;

/** Everything that stands in the page, texts included. */
const countNodes = ({ page }: ChatScreen) =>
  page.evaluate(() => {
    const walker = document.createTreeWalker(document);
    let nodes = 1;
    while (walker.nextNode()) nodes += 1;
    return nodes;
  });

/**
 * Looks at the list in each frame from now on.
 * @returns what was wrong in them (rows that are not below each other without a gap, a row that moved
 * against the scrolling), how many frames there were, and the numbers of the rows seen
 */
async function watchRows({ list }: ChatScreen, direction: 'up' | 'down') {
  const watched = await list.evaluateHandle(
    (element, sign) => {
      const seen = { faults: [] as string[], frames: 0, rows: [] as number[] };
      let before = new Map<number, number>();
      const look = () => {
        const view = element.getBoundingClientRect();
        const places = new Map<number, number>();
        let end: number | undefined;
        for (const row of element.querySelectorAll('[role="article"]')) {
          const { top, bottom } = row.getBoundingClientRect();
          const number = Number(/\d+/.exec(row.textContent)?.[0]);
          if (bottom < view.top || top > view.bottom) continue;
          if (end === undefined && top > view.top + 60) seen.faults.push(`blank above ${number}`);
          if (end !== undefined && top > end + 60) seen.faults.push(`gap before ${number}`);
          end = bottom;
          places.set(number, top);
          if (!seen.rows.includes(number)) seen.rows.push(number);
          const was = before.get(number);
          if (was !== undefined && (top - was) * sign < -1)
            seen.faults.push(`${number} moved by ${top - was}`);
        }
        if (end !== undefined && end < view.bottom - 60) seen.faults.push('blank below');
        before = places;
        seen.frames += 1;
        requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
      return seen;
    },
    direction === 'up' ? 1 : -1,
  );
  return () => watched.jsonValue();
}

/** Turns the wheel over the list until a message is seen. */
async function wheelTo(chat: ChatScreen, text: RegExp, step: number) {
  await chat.list.hover();
  const row = chat.messages.filter({ hasText: text });
  await expect(async () => {
    for (let turn = 0; turn < 10; turn += 1) await chat.page.mouse.wheel(0, step);
    await expect(row).toBeInViewport({ timeout: 100 });
  }).toPass({ timeout: 60_000, intervals: [0] });
}

test.beforeEach(async ({ chat }) => {
  chat.stored(...TEXTS);
  await chat.open();
});

test('opens at its end, with a part of it in the page', async ({ chat }) => {
  await chat.isAtBottom();
  await expect(chat.messages.last()).toContainText('Mesaj 999;');
  expect(await countNodes(chat)).toBeLessThan(MAX_NODES);
});

test('scrolls up to its beginning without a gap, a jump or a row too many', async ({ chat }) => {
  const up = await watchRows(chat, 'up');
  await wheelTo(chat, /^Mesaj 0;/, -400);
  const { faults, rows } = await up();
  expect(faults).toEqual([]);
  expect(rows.toSorted((a, b) => a - b)).toEqual(TEXTS.map((_, number) => number));
  expect(await countNodes(chat)).toBeLessThan(MAX_NODES);
});

test('Page Up goes through all of it', async ({ chat }) => {
  await chat.list.focus();
  const up = await watchRows(chat, 'up');
  const first = chat.messages.filter({ hasText: /^Mesaj 0;/ });
  await expect(async () => {
    for (let turn = 0; turn < 5; turn += 1) await chat.page.keyboard.press('PageUp');
    await expect(first).toBeInViewport({ timeout: 100 });
  }).toPass({ timeout: 60_000, intervals: [0] });
  expect((await up()).faults).toEqual([]);
});

test('Home leads to the first message, from where one can scroll down to the last, End to the last', async ({
  chat,
}) => {
  await chat.list.focus();
  await chat.page.keyboard.press('Home');
  await expect(chat.messages.first()).toContainText('Mesaj 0;');
  await expect(chat.messages.first()).toBeInViewport();
  const down = await watchRows(chat, 'down');
  await wheelTo(chat, /^Mesaj 999;/, 400);
  expect((await down()).faults).toEqual([]);
  await chat.list.focus();
  await chat.page.keyboard.press('Home');
  await expect(chat.messages.first()).toContainText('Mesaj 0;');
  await chat.page.keyboard.press('End');
  await chat.isAtBottom();
  await expect(chat.messages.last()).toContainText('Mesaj 999;');
  expect(await countNodes(chat)).toBeLessThan(MAX_NODES);
});

test('the end of what is rendered is not the end: the list stays there', async ({ chat }) => {
  await chat.scrollUp();
  const rendered = await chat.messages.count();
  const positions = await chat.watchScrolling();
  await chat.list.evaluate((list) => {
    list.scrollTo({ top: list.scrollHeight, behavior: 'instant' });
  });
  await expect.poll(() => chat.messages.count()).toBeGreaterThan(rendered);
  expect(await positions()).toHaveLength(2);
});

test('a message that arrives brings its reader back from anywhere', async ({ chat }) => {
  await chat.list.focus();
  await chat.page.keyboard.press('Home');
  await expect(chat.messages.first()).toContainText('Mesaj 0;');
  chat.operatorSays('Yeni');
  await expect(chat.messages.last()).toContainText('Yeni');
  await expect(chat.messages.last()).toBeInViewport();
  await chat.isAtBottom();
});

test('a thousand at once leave it at its end, with the newest in sight', async ({ chat }) => {
  for (let number = 0; number < 1000; number += 1) chat.operatorSays(`Yeni ${number};`);
  await expect(chat.messages.last()).toContainText('Yeni 999;');
  await chat.isAtBottom();
  const numbers = (await chat.messages.allTextContents()).map((text) =>
    Number(/\d+/.exec(text)?.[0]),
  );
  expect(numbers).toEqual(numbers.map((_, index) => 1000 - numbers.length + index));
  expect(await countNodes(chat)).toBeLessThan(MAX_NODES);
});
