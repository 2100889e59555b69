import type { Locator } from '@playwright/test';
import { expect, test } from '../support/browser/fixtures';
import { imageFile } from '../support/browser/images';

const HEBREW = 'שלום עולם';
const LONG_HEBREW = `${HEBREW} `.repeat(12).trim();
const LONG = 'Salam, kartımla bağlı bir sualım var. '.repeat(4).trim();

/** Returns where a message's time is. A time beside the text's last line covers none of it. */
const placeOfTime = (message: Locator) =>
  message.evaluate((row): 'after' | 'before' | 'below' | 'over' => {
    const text = row.querySelector('p');
    const time = row.querySelector('time');
    if (!text || !time) throw new Error('The message has no text or no time.');
    const walker = document.createTreeWalker(text, NodeFilter.SHOW_TEXT);
    const rects: DOMRect[] = [];
    while (walker.nextNode()) {
      const range = document.createRange();
      range.selectNodeContents(walker.currentNode);
      rects.push(...[...range.getClientRects()].filter(({ width }) => width > 0));
    }
    const bottom = Math.max(...rects.map((rect) => rect.bottom));
    const lastLine = rects.filter((rect) => rect.bottom > bottom - 8);
    const { top, left, right } = time.getBoundingClientRect();
    if (top >= bottom - 3) return 'below';
    // The box of the time is as wide as the bubble. Its text is about 36 px wide, at the end.
    if (getComputedStyle(time).direction === 'rtl')
      return Math.min(...lastLine.map((rect) => rect.left)) - left > 36 ? 'before' : 'over';
    return right - Math.max(...lastLine.map((rect) => rect.right)) > 36 ? 'after' : 'over';
  });

/** Texts, and where their time is. */
const TEXTS = [
  ['a short text', 'Salam', 'after'],
  ['two lines, the last one short', 'Bir sətir,\no biri', 'after'],
  ['a link at the end', 'Baxın: https://a.az/b', 'after'],
  ['an emoji at the end', 'Sağ olun 👍', 'after'],
  ['a single emoji', '👍', 'after'],
  ['a right-to-left text', HEBREW, 'before'],
  ['a right-to-left word at the end', `Salam ${HEBREW}`, 'after'],
  ['a left-to-right word at the end of a right-to-left text', `${HEBREW} abc`, 'before'],
  ['a line break at the end', 'Salam\n', 'below'],
  ['an override that is not closed', `\u202e${LONG}`, 'below'],
  ['an isolate that is not closed', `Salam \u2067${LONG}`, 'below'],
] as const;

test.describe('Bubbles', () => {
  test('are at most 75 % wide and thumbnails 180 px, at every width', async ({ page, chat }) => {
    chat.storeIncoming('söz '.repeat(200));
    chat.storeOwn('ü'.repeat(500));
    await chat.storeImage(imageFile({ width: 900, height: 300 }));
    await chat.open();
    for (const width of [320, 390, 768, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      const shares = await chat.messages.evaluateAll((rows) =>
        rows.map((row) => (row.firstElementChild?.clientWidth ?? 0) / row.clientWidth),
      );
      expect(Math.max(...shares)).toBeLessThanOrEqual(0.75);
      const thumbnail = await chat.messages.getByRole('img').boundingBox();
      expect(thumbnail?.width).toBeLessThanOrEqual(180);
      expect(thumbnail?.width).toBeGreaterThan(170);
    }
  });

  test('show emoji large only if they are alone', async ({ chat }) => {
    chat.storeIncoming('👍', 'Salam 👍');
    await chat.open();
    for (const [index, size] of ['44px', '16px'].entries())
      await expect(chat.messages.nth(index).locator('p')).toHaveCSS('font-size', size);
  });
});

test.describe('The time of a message', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('is at the place that fits the last line of the text', async ({ chat }) => {
    chat.storeIncoming(...TEXTS.map(([, text]) => text));
    await chat.open();
    for (const [index, [description, , place]] of TEXTS.entries()) {
      await test.step(`${place} the last line: ${description}`, async () =>
        expect(await placeOfTime(chat.messages.nth(index))).toBe(place));
    }
  });

  test('never covers a text, however long its last line is', async ({ chat }) => {
    // Fewer messages than are rendered at once.
    const words = Array.from({ length: 10 }, (_, index) => 'ə'.repeat(index * 3 + 1));
    chat.storeIncoming(...words.map((word) => `${LONG} ${word}`));
    chat.storeOwn(...words.map((word) => `${LONG_HEBREW} ${word.replaceAll('ə', 'ש')}`));
    await chat.open();
    const places = new Set<string>();
    for (const message of await chat.messages.all()) places.add(await placeOfTime(message));
    expect([...places].sort()).toEqual(['after', 'before', 'below']);
  });
});
