import type { CustomerChat } from '../support/browser/customerChat';
import { expect, test } from '../support/browser/fixtures';

const COUNT = 400;
const TEXTS = Array.from(
  { length: COUNT },
  (_, number) => `Mesaj ${number};${' uzun söz'.repeat((number * 7) % 23)}`,
);
/** Maximum nodes in the document; the whole conversation would need far more. */
const MAX_NODES = 1500;
const LAST = `Mesaj ${COUNT - 1};`;

/** The number of nodes in the document, text nodes included. */
const countNodes = ({ page }: CustomerChat) =>
  page.evaluate(() => {
    const walker = document.createTreeWalker(document);
    let nodes = 1;
    while (walker.nextNode()) nodes += 1;
    return nodes;
  });

/**
 * Watches the visible rows in every frame from now on.
 * @returns reads the faults: a gap between rows, a missing row, or a row that moved against the
 * scroll direction
 */
async function watchRows({ list }: CustomerChat, direction: 'up' | 'down') {
  const watched = await list.evaluateHandle(
    (element, sign) => {
      const faults: string[] = [];
      let previousTops = new Map<number, number>();
      const check = () => {
        const view = element.getBoundingClientRect();
        const tops = new Map<number, number>();
        let lastBottom: number | undefined;
        let lastNumber: number | undefined;
        for (const row of element.querySelectorAll('[role="article"]')) {
          const { top, bottom } = row.getBoundingClientRect();
          const number = Number(/\d+/.exec(row.textContent)?.[0]);
          if (bottom < view.top || top > view.bottom) continue;
          if (lastBottom === undefined && top > view.top + 60) faults.push(`blank above ${number}`);
          if (lastBottom !== undefined && top > lastBottom + 60)
            faults.push(`gap before ${number}`);
          if (lastNumber !== undefined && number !== lastNumber + 1)
            faults.push(`${number} after ${lastNumber}`);
          lastBottom = bottom;
          lastNumber = number;
          tops.set(number, top);
          const previousTop = previousTops.get(number);
          if (previousTop !== undefined && (top - previousTop) * sign < -1)
            faults.push(`${number} moved by ${top - previousTop}`);
        }
        if (lastBottom !== undefined && lastBottom < view.bottom - 60) faults.push('blank below');
        previousTops = tops;
        checkAfterFrame();
      };
      // After the frame's callbacks, because one of the page's may still move the rows.
      const checkAfterFrame = () => requestAnimationFrame(() => setTimeout(check));
      checkAfterFrame();
      return faults;
    },
    direction === 'up' ? 1 : -1,
  );
  return () => watched.jsonValue();
}

/** Delays each frame by 200 ms while the first message is rendered, but above the viewport. */
const delayFrames = ({ list }: CustomerChat) =>
  list.evaluate((element) => {
    const delay = () => {
      const row = element.querySelector('[role="article"]');
      const isAbove = row && row.getBoundingClientRect().bottom < 0;
      const end = performance.now() + 200;
      if (isAbove && row.textContent.startsWith('Operator: Mesaj 0;'))
        while (performance.now() < end);
      requestAnimationFrame(delay);
    };
    delay();
  });

/** Presses Page Up until the first message is visible. Looks after each `count` presses. */
async function pageUpToBeginning(chat: CustomerChat, count: number) {
  await chat.list.focus();
  const first = chat.messages.filter({ hasText: /^Operator: Mesaj 0;/ });
  await expect(async () => {
    for (let turn = 0; turn < count; turn += 1) await chat.page.keyboard.press('PageUp');
    await expect(first).toBeInViewport({ timeout: 100 });
  }).toPass({ timeout: 60_000, intervals: [0] });
}

/** Scrolls the list with the wheel until a message is visible. */
async function wheelTo(chat: CustomerChat, text: RegExp, step: number) {
  await chat.list.hover();
  const row = chat.messages.filter({ hasText: text });
  await expect(async () => {
    for (let turn = 0; turn < 10; turn += 1) await chat.page.mouse.wheel(0, step);
    await expect(row).toBeInViewport({ timeout: 100 });
  }).toPass({ timeout: 60_000, intervals: [0] });
}

test.describe('Long list', () => {
  test.beforeEach(async ({ chat }) => {
    chat.storeIncoming(...TEXTS);
    await chat.open();
  });

  test('scrolls up to its beginning without gaps or jumps', async ({ chat }) => {
    const up = await watchRows(chat, 'up');
    await wheelTo(chat, /^Operator: Mesaj 0;/, -400);
    expect(await up()).toEqual([]);
    expect(await countNodes(chat)).toBeLessThan(MAX_NODES);
  });

  test('scrolls to its beginning by Page Up', async ({ chat }) => {
    const up = await watchRows(chat, 'up');
    await pageUpToBeginning(chat, 5);
    expect(await up()).toEqual([]);
  });

  test('scrolls to its beginning by Page Up when frames are slow', async ({ chat }) => {
    const up = await watchRows(chat, 'up');
    await delayFrames(chat);
    // More presses scroll further in a frame.
    await pageUpToBeginning(chat, 60);
    expect(await up()).toEqual([]);
  });

  test('scrolls to the first message by Home, and to the last by wheel or End', async ({
    chat,
  }) => {
    await chat.list.focus();
    await chat.page.keyboard.press('Home');
    await expect(chat.messages.first()).toContainText('Mesaj 0;');
    await expect(chat.messages.first()).toBeInViewport();
    const down = await watchRows(chat, 'down');
    await wheelTo(chat, new RegExp(`^Operator: ${LAST}`), 400);
    expect(await down()).toEqual([]);
    await chat.list.focus();
    await chat.page.keyboard.press('Home');
    await expect(chat.messages.first()).toContainText('Mesaj 0;');
    await chat.page.keyboard.press('End');
    await chat.expectAtBottom();
    await expect(chat.messages.last()).toContainText(LAST);
    expect(await countNodes(chat)).toBeLessThan(MAX_NODES);
  });

  test('(C11) stays at its end when hundreds of messages arrive at once, and keeps typed text', async ({
    chat,
  }) => {
    for (let number = 0; number < COUNT; number += 1) chat.operatorSays(`Yeni ${number};`);
    await chat.input.pressSequentially('Salam');
    await expect(chat.input).toHaveValue('Salam');
    await expect(chat.messages.last()).toContainText(`Yeni ${COUNT - 1};`);
    await chat.expectAtBottom();
    const numbers = (await chat.messages.allTextContents()).map((text) =>
      Number(/\d+/.exec(text)?.[0]),
    );
    expect(numbers).toEqual(numbers.map((_, index) => COUNT - numbers.length + index));
    expect(await countNodes(chat)).toBeLessThan(MAX_NODES);
  });
});
