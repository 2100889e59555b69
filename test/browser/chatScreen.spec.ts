import type { Locator } from '@playwright/test';
import { expect, test } from './fixtures';

const LONG = 'Salam, kartımla bağlı bir sualım var. '.repeat(12);

test('the header has the operator, title, subtitle and logout', async ({ chat }) => {
  await chat.open();
  await expect(chat.header.locator('svg').first()).toBeVisible();
  await expect(chat.header.getByRole('heading', { name: 'Dəstək Xidməti' })).toBeVisible();
  await expect(chat.header.getByText('Aktiv operator')).toBeVisible();
  await expect(chat.logout).toBeEnabled();
});

test('the bottom bar has attach, text input and send, from left to right', async ({ chat }) => {
  await chat.open();
  await expect(chat.attach).toBeEnabled();
  await expect(chat.input).toBeEnabled();
  await expect(chat.send).toBeDisabled();
  const [attach, input, send] = await Promise.all(
    [chat.attach, chat.input, chat.send].map(async (part) => (await part.boundingBox())?.x ?? NaN),
  );
  expect(attach).toBeLessThan(input ?? NaN);
  expect(input).toBeLessThan(send ?? NaN);
});

/** Where the bubble of a message lies in its row. */
async function place(message: Locator) {
  const row = await message.boundingBox();
  const bubble = await message.locator(':scope > *').boundingBox();
  if (!row || !bubble) throw new Error('The message has no box.');
  const left = bubble.x - row.x;
  return { left, right: row.width - left - bubble.width, share: bubble.width / row.width };
}

for (const [width, height] of [
  [390, 844],
  [1280, 800],
] as const) {
  test.describe(`${width} x ${height}`, () => {
    test.use({ viewport: { width, height } });

    test('own messages are right, others left, and none is wider than 75 %', async ({ chat }) => {
      chat.stored('Salam', LONG);
      chat.storedOwn('Sağ olun', LONG);
      await chat.open();
      for (const message of await chat.others.all()) {
        const { left, right, share } = await place(message);
        expect(left).toBe(0);
        expect(right).toBeGreaterThan(0);
        expect(share).toBeLessThanOrEqual(0.75);
      }
      for (const message of await chat.own.all()) {
        const { left, right, share } = await place(message);
        expect(right).toBeCloseTo(0);
        expect(left).toBeGreaterThan(0);
        expect(share).toBeLessThanOrEqual(0.75);
      }
      expect((await place(chat.others.last())).share).toBeGreaterThan(0.7);
    });

    test('a word without an end stays in its bubble', async ({ chat }) => {
      chat.stored('ə'.repeat(400));
      await chat.open();
      const overflow = await chat.list.evaluate((list) => list.scrollWidth - list.clientWidth);
      expect(overflow).toBe(0);
      expect((await place(chat.messages)).share).toBeLessThanOrEqual(0.75);
    });
  });
}

test('the text input grows to five lines, then it scrolls', async ({ chat }) => {
  await chat.open();
  const heightOf = async (lines: number) => {
    await chat.input.fill(Array.from({ length: lines }, (_, line) => String(line)).join('\n'));
    return (await chat.input.boundingBox())?.height ?? NaN;
  };
  const hidden = () =>
    chat.input.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight);
  const one = await heightOf(1);
  const five = await heightOf(5);
  expect(await heightOf(3)).toBeGreaterThan(one);
  expect(five).toBeGreaterThan(await heightOf(3));
  await heightOf(5);
  expect(await hidden()).toBe(0);
  expect(await heightOf(9)).toBe(five);
  expect(await hidden()).toBeGreaterThan(0);
  await chat.input.fill('');
  expect(await heightOf(1)).toBe(one);
});
