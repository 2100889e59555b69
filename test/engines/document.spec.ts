import { uploadImage } from '../support/browser/images';
import { CHAT } from '../support/page/chatScreen';
import { expect, test } from '../support/engines/fixtures';
import type { AppTab } from '../support/engines/appTab';

const COUNT = 300;

test.beforeEach(async ({ appTab, provider, customer }) => {
  for (let number = 0; number < COUNT; number += 1)
    provider.store(customer.id, { text: `Mesaj ${String(number)}` });
  await appTab.openChat();
});

/** Returns the distance of the list to its bottom, in px. */
const toBottom = ({ tab }: AppTab) =>
  tab.evaluate(() => {
    const list = document.querySelector('[role=log]');
    return list ? Math.round(-list.scrollTop) : NaN;
  }, null);

test('Printing renders all messages, and leaves the list where it was', async ({ appTab }) => {
  // The first rows alone are not high enough.
  await expect
    .poll(async () => {
      await appTab.tab.evaluate(
        () => document.querySelector('[role=log]')?.scrollTo(0, -700),
        null,
      );
      return toBottom(appTab);
    })
    .toBeGreaterThan(600);
  const [before] = await appTab.find(CHAT.messages);
  const printed = await appTab.tab.evaluate(() => {
    dispatchEvent(new Event('beforeprint'));
    const { length } = document.querySelectorAll('[role=article]');
    dispatchEvent(new Event('afterprint'));
    return length;
  }, null);
  expect(printed).toBe(COUNT);
  await expect.poll(() => appTab.count(CHAT.messages)).toBeLessThan(COUNT);
  const [after] = await appTab.find(CHAT.messages);
  expect(after?.text).toBe(before?.text);
  expect(after?.box.y).toBeCloseTo(before?.box.y ?? NaN, 0);
});

// Only Firefox selects several parts.
test('Each part of a selection is copied', { tag: '@firefox' }, async ({ appTab }) => {
  await appTab.tab.evaluate(() => {
    const [first, , third] = [...document.querySelectorAll('[role=article] p')].slice(-3);
    document.querySelector<HTMLElement>('[role=log]')?.focus();
    getSelection()?.removeAllRanges();
    for (const text of [first, third]) {
      const range = document.createRange();
      if (text) range.selectNodeContents(text);
      getSelection()?.addRange(range);
    }
  }, null);
  await appTab.tab.keyboard.down('Control');
  await appTab.tab.keyboard.press('c');
  await appTab.click(CHAT.input);
  await appTab.tab.keyboard.press('v');
  await appTab.tab.keyboard.up('Control');
  const pasted = async () => (await appTab.value(CHAT.input))?.match(/Mesaj \d+$/gm);
  await expect.poll(pasted).toEqual([`Mesaj ${COUNT - 3}`, `Mesaj ${COUNT - 1}`]);
});

test('A list at its bottom stays there when the window is resized', async ({ appTab }) => {
  for (const [width, height] of [
    [1000, 800],
    [500, 500],
    [1000, 800],
    [820, 560],
  ] as const) {
    await appTab.tab.setViewport({ width, height });
    await expect.poll(() => appTab.tab.evaluate(() => innerHeight, null)).toBe(height);
    await expect.poll(() => toBottom(appTab)).toBeLessThanOrEqual(1);
  }
});

test('The first row in view keeps its place while the width changes and changes back', async ({
  appTab,
}) => {
  const { tab } = appTab;
  const isWide = () => tab.evaluate(() => innerWidth === 1000 && innerHeight === 800, null);
  // Another height would move the rows too, because the list keeps its end.
  await tab.setViewport({ width: 1000, height: 800 });
  await expect.poll(isWide).toBe(true);
  /** Returns the row with this text, or the first one in view: its text and distance to the top. */
  const readRow = (wanted: string) =>
    tab.evaluate((text) => {
      const top = document.querySelector('[role=log]')?.getBoundingClientRect().top ?? NaN;
      const isWanted = (row: Element) =>
        text === '' ? row.getBoundingClientRect().bottom > top : row.textContent === text;
      const row = [...document.querySelectorAll('[role=article]')].find(isWanted);
      return { text: row?.textContent ?? '', y: (row?.getBoundingClientRect().top ?? NaN) - top };
    }, wanted);
  await tab.evaluate(() => document.querySelector('[role=log]')?.scrollTo(0, -1500), null);
  await expect.poll(() => toBottom(appTab)).toBe(1500);
  // The list has rested when the day fades.
  const isScrolling = () =>
    tab.evaluate(() => document.querySelector('[data-scrolling=true]') !== null, null);
  await expect.poll(isScrolling).toBe(true);
  await expect.poll(isScrolling).toBe(false);
  const { text, y } = await readRow('');
  for (const width of [500, 900, 600, 1000]) await tab.setViewport({ width, height: 800 });
  await expect.poll(isWide).toBe(true);
  const distance = async () => Math.abs((await readRow(text)).y - y);
  // Each change can round the place of the row. A row is 44 px high.
  await expect.poll(distance).toBeLessThan(15);
});

test('An image above the view is loaded before it is in view', async ({
  appTab,
  provider,
  customer,
}) => {
  const imageUrl = await uploadImage(provider, customer);
  provider.store(customer.id, { imageUrl });
  for (let number = 0; number < 15; number += 1) provider.store(customer.id, { text: 'Son' });
  await appTab.openChat();
  const state = () =>
    appTab.tab.evaluate(() => {
      const image = document.querySelector<HTMLImageElement>('[role=article] img');
      const { top = NaN } = document.querySelector('[role=log]')?.getBoundingClientRect() ?? {};
      const { bottom = NaN } = image?.getBoundingClientRect() ?? {};
      return { isAbove: bottom < top, isLoaded: (image?.naturalWidth ?? 0) > 0 };
    }, null);
  await expect.poll(state).toEqual({ isAbove: true, isLoaded: true });
});

// WebKit has no `field-sizing`, so a script sets the input's height.
test('A list at its bottom stays there while the input grows', async ({ appTab }) => {
  await appTab.click(CHAT.input);
  const [before] = await appTab.find(CHAT.input);
  for (let line = 0; line < 5; line += 1) {
    await appTab.tab.keyboard.type('x');
    expect(await toBottom(appTab)).toBeLessThanOrEqual(1);
    await appTab.tab.keyboard.down('Shift');
    await appTab.tab.keyboard.press('Enter');
    await appTab.tab.keyboard.up('Shift');
    expect(await toBottom(appTab)).toBeLessThanOrEqual(1);
  }
  const [last] = (await appTab.find(CHAT.messages)).slice(-1);
  const [input] = await appTab.find(CHAT.input);
  expect(input?.box.height).toBeGreaterThan(3 * (before?.box.height ?? NaN));
  expect((last?.box.y ?? NaN) + (last?.box.height ?? NaN)).toBeLessThanOrEqual(input?.box.y ?? NaN);
});

test('The input shows all lines of its text when the window becomes narrower', async ({
  appTab,
}) => {
  await appTab.tab.setViewport({ width: 1000, height: 800 });
  await expect.poll(() => appTab.tab.evaluate(() => innerWidth, null)).toBe(1000);
  await appTab.click(CHAT.input);
  await appTab.tab.keyboard.type('söz '.repeat(30));
  const [wide] = await appTab.find(CHAT.input);
  await appTab.tab.setViewport({ width: 500, height: 800 });
  const hiddenHeight = () =>
    appTab.tab.evaluate(() => {
      const { scrollHeight = NaN, clientHeight = NaN } =
        document.querySelector('#message-input') ?? {};
      return scrollHeight - clientHeight;
    }, null);
  const height = async () => (await appTab.find(CHAT.input))[0]?.box.height;
  await expect.poll(height).toBeGreaterThan(wide?.box.height ?? NaN);
  await expect.poll(hiddenHeight).toBeLessThanOrEqual(0);
});
