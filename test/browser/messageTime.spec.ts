import type { Locator } from '@playwright/test';
import { expect, test } from '../support/browser/fixtures';

const HEBREW = 'שלום עולם';
const LONG_HEBREW = `${HEBREW} `.repeat(12).trim();
const LONG = 'Salam, kartımla bağlı bir sualım var. '.repeat(4).trim();

interface Rect {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** Returns the rectangles of a message's time and of the last line of its text. */
const measureLastLine = (message: Locator) =>
  message.evaluate((row): { time: Rect; line: Rect } => {
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
    const last = rects.filter((rect) => rect.bottom > bottom - 8);
    return {
      time: time.getBoundingClientRect().toJSON() as Rect,
      line: {
        left: Math.min(...last.map((rect) => rect.left)),
        right: Math.max(...last.map((rect) => rect.right)),
        top: Math.min(...last.map((rect) => rect.top)),
        bottom,
      },
    };
  });

/** Returns where a message's time is. A time beside the text's last line covers none of it. */
async function placeOfTime(message: Locator): Promise<'after' | 'before' | 'below' | 'over'> {
  const { line, time } = await measureLastLine(message);
  if (time.top >= line.bottom - 3) return 'below';
  // The box of the time is as wide as the bubble. Its text is about 36 px wide, at the end.
  const isRightToLeft = await message.evaluate(
    (row) => getComputedStyle(row.querySelector('time') ?? row).direction === 'rtl',
  );
  if (isRightToLeft) return line.left - time.left > 36 ? 'before' : 'over';
  return time.right - line.right > 36 ? 'after' : 'over';
}

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

test.describe('The time of a message', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('is at the place that fits the last line of the text', async ({ chat }) => {
    chat.storeIncoming(...TEXTS.map(([, text]) => text));
    await chat.open();
    for (const [index, [description, , place]] of TEXTS.entries()) {
      await test.step(`${place} the last line: ${description}`, async () => {
        expect(await placeOfTime(chat.messages.nth(index))).toBe(place);
      });
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

  test('is a line of its own below an image without text', async ({
    chat,
    provider,
    customer,
    log,
  }) => {
    log.expectErrors();
    provider.store(customer.id, { imageUrl: 'uploads/none.png' });
    await chat.open();
    const image = await chat.messages.getByText('Şəkil açılmadı').boundingBox();
    const time = await chat.messages.locator('time').boundingBox();
    expect(time?.y).toBeGreaterThanOrEqual((image?.y ?? 0) + (image?.height ?? Infinity));
  });
});
