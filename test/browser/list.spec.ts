import type { Page } from '@playwright/test';
import { BURST_INTERVAL } from '../../src/chat/list/listScroller';
import type { CustomerChat } from '../support/browser/customerChat';
import { expect, test } from '../support/browser/fixtures';
import { dispatch, imageFile, type ImageFile } from '../support/browser/images';
import { hold } from '../support/page/page';
import { watchScrolling } from '../support/page/watchScrolling';

const COUNT = 400;
const TEXTS = Array.from(
  { length: COUNT },
  (_, number) => `Mesaj ${number};${' uzun söz'.repeat((number * 7) % 23)}`,
);
/** Maximum elements in the document; the whole conversation would need far more. */
const MAX_ELEMENTS = 1_000;
const LAST = `Mesaj ${COUNT - 1};`;

const countElements = ({ page }: CustomerChat) => page.locator('*').count();

/**
 * Moves `performance.now` forward, so that the list scrolls smoothly to the next message. Frames of
 * `page.clock` are timers and do not follow the scroll events.
 */
const endBurst = (page: Page) =>
  page.evaluate((interval) => {
    const now = performance.now.bind(performance);
    performance.now = () => now() + interval;
  }, BURST_INTERVAL);

/** Watches the rows in every frame from now on. @returns reads the faults */
async function watchRows({ page }: CustomerChat) {
  await page.evaluate(watchScrolling);
  return () => page.evaluate(() => window.watched?.faults);
}

/** Scrolls the list with the wheel until a message is visible. */
async function wheelTo(chat: CustomerChat, text: RegExp, step: number) {
  await chat.list.hover();
  const row = chat.messages.filter({ hasText: text });
  await expect(async () => {
    for (let turn = 0; turn < 10; turn += 1) await chat.page.mouse.wheel(0, step);
    await expect(row).toBeInViewport({ timeout: 100 });
  }).toPass({ intervals: [0] });
}

test.describe('Long list', () => {
  test.beforeEach(async ({ chat }) => {
    chat.storeIncoming(...TEXTS);
    await chat.open();
  });

  test('scrolls without being painted again', async ({ page }) => {
    const devtools = await page.context().newCDPSession(page);
    const types = new Promise((resolve) => {
      devtools.once('LayerTree.layerTreeDidChange', ({ layers = [] }) =>
        resolve(layers.flatMap(({ scrollRects = [] }) => scrollRects.map(({ type }) => type))),
      );
    });
    await devtools.send('DOM.enable');
    await devtools.send('LayerTree.enable');
    expect(await types).toContain('TouchEventHandler');
    expect(await types).not.toContain('RepaintsOnScroll');
  });

  test('scrolls by wheel without gaps or jumps, and by Home and End', async ({ chat }) => {
    const up = await watchRows(chat);
    await wheelTo(chat, /^Operator: Mesaj 0;/, -400);
    expect(await up()).toEqual([]);
    const down = await watchRows(chat);
    await wheelTo(chat, new RegExp(`^Operator: ${LAST}`), 400);
    expect(await down()).toEqual([]);
    await chat.scrollToTop();
    await expect(chat.messages.first()).toContainText('Mesaj 0;');
    await chat.page.keyboard.press('End');
    await chat.expectAtBottom();
    await expect(chat.messages.last()).toContainText(LAST);
    await expect.poll(() => countElements(chat)).toBeLessThan(MAX_ELEMENTS);
  });

  test('stays at its end in a burst of a thousand, and keeps typed text', async ({ chat }) => {
    const count = 1_000;
    for (let number = 0; number < count; number += 1) chat.operatorSays(`Yeni ${number};`);
    await chat.input.pressSequentially('Salam');
    await expect(chat.input).toHaveValue('Salam');
    await expect(chat.messages.last()).toContainText(`Yeni ${count - 1};`);
    await chat.expectAtBottom();
    await expect(chat.messages.last()).toBeInViewport({ ratio: 1 });
    expect(await countElements(chat)).toBeLessThan(MAX_ELEMENTS);
    const texts = (await chat.readRows()).map(({ text }) => text);
    expect(texts).toEqual([...TEXTS, ...Array.from({ length: count }, (_, n) => `Yeni ${n};`)]);
  });
});

test.describe('Scroll position', () => {
  test.beforeEach(({ chat }) => chat.storeIncoming(...TEXTS.slice(0, 60)));

  test('moves smoothly to the bottom, from further up too', async ({ page, chat }) => {
    await chat.open();
    await endBurst(page);
    let positions = await chat.recordScrolling();
    chat.operatorSays(`Mesaj 60; ${'uzun söz '.repeat(150)}`);
    await expect(chat.messages.last()).toContainText('60');
    await chat.expectAtBottom();
    // An instant scroll has two.
    expect((await positions()).length).toBeGreaterThan(2);
    await endBurst(page);
    await chat.scrollToTop();
    const down = await watchRows(chat);
    positions = await chat.recordScrolling();
    chat.operatorSays('Mesaj 61;');
    await expect(chat.messages.last()).toContainText('61');
    await chat.expectAtBottom();
    expect((await positions()).length).toBeGreaterThan(2);
    expect(await down()).toEqual([]);
    await chat.scrollToTop();
    await chat.say('Sağ olun');
    await expect(chat.own).toBeInViewport();
    await chat.expectAtBottom();
  });

  test('is the bottom when the browser drops a smooth scroll', async ({ page, chat }) => {
    await chat.open();
    await endBurst(page);
    await chat.list.evaluate((list) => {
      const scrollTo = list.scrollTo.bind(list);
      list.scrollTo = (options) => {
        if (typeof options === 'object' && options.behavior !== 'smooth') scrollTo(options);
      };
    });
    chat.operatorSays('Mesaj 60;');
    await expect(chat.messages.last()).toContainText('60');
    await chat.expectAtBottom();
  });

  test('follows the customer, who scrolls up during a smooth scroll', async ({ page, chat }) => {
    await chat.open();
    await endBurst(page);
    // The customer’s scroll, in the middle of the list’s own: `scrollTo` itself moves the list up.
    await chat.list.evaluate((list) => {
      list.scrollTo = () => (list.scrollTop -= 400);
    });
    chat.operatorSays('Mesaj 60;');
    await expect(chat.newest).toBeVisible();
  });

  test('jumps to the bottom with reduced motion', async ({ page, chat }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await chat.open();
    await chat.scrollToTop();
    const positions = await chat.recordScrolling();
    chat.operatorSays('Yeni mesaj');
    await chat.expectAtBottom();
    expect(await positions()).toHaveLength(2);
  });

  test('stays at the bottom when images, window or input grow', async ({ page, chat }) => {
    let imageUrl = '';
    for (let count = 0; count < 4; count += 1) imageUrl = await chat.storeImage();
    const image = await hold(page, '**/uploads/*');
    await chat.open();
    await image.requested;
    chat.operatorSays('Budur', imageUrl);
    await expect(chat.messages.last()).toContainText('Budur');
    await chat.expectAtBottom();
    image.release();
    // Images above the viewport load when the customer scrolls to them.
    const newest = chat.messages.last().getByRole('img');
    await expect(newest).toHaveJSProperty('naturalWidth', 320);
    await chat.expectAtBottom();
    for (const size of [
      { width: 360, height: 400 },
      { width: 1280, height: 720 },
    ]) {
      await page.setViewportSize(size);
      await chat.expectAtBottom();
    }
    for (const text of ['bir\niki\nüç\ndörd\nbeş', '']) {
      await chat.input.fill(text);
      await chat.expectAtBottom();
    }
  });

  test('moves no row down when a send empties the composer', async ({ page, chat }) => {
    const paste = async (file: ImageFile) => {
      await dispatch(page, 'paste', [file], undefined, chat.input);
      await expect(chat.waiting.getByRole('img')).toBeVisible();
    };
    await chat.open();
    for (const prepare of [
      () => chat.input.fill('bir\niki\nüç\ndörd\nbeş'),
      () => paste(imageFile()),
      // Its row is as low as the row of waiting images.
      () => paste(imageFile({ width: 900, height: 300 })),
    ]) {
      await prepare();
      await endBurst(page);
      const count = await chat.own.count();
      const faults = await watchRows(chat);
      await chat.input.press('Enter');
      await expect(chat.own).toHaveCount(count + 1);
      await expect(chat.input).toBeEnabled();
      await chat.expectAtBottom();
      expect(await faults()).toEqual([]);
    }
  });

  test('keeps the first row in view when the phone is turned and back', async ({ page, chat }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await chat.open();
    await chat.scrollBy(-3.4);
    // The list is at rest when the day has faded.
    await expect(chat.list).toHaveAttribute('data-scrolling', 'false');
    const firstInView = () =>
      chat.list.evaluate((list) => {
        const { top } = list.getBoundingClientRect();
        const rows = [...list.querySelectorAll('[role=article]')];
        const first = rows.find((row) => row.getBoundingClientRect().bottom > top + 1);
        return first?.textContent ?? '';
      });
    const before = await firstInView();
    const top = async () =>
      (await chat.messages.filter({ hasText: before }).boundingBox())?.y ?? NaN;
    const topBefore = await top();
    for (const [width, height] of [
      [844, 390],
      [390, 844],
      [500, 844],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width, height });
      await expect.poll(firstInView).toBe(before);
    }
    // Each turn can round to a part of a pixel.
    await expect.poll(async () => Math.abs((await top()) - topBefore)).toBeLessThan(5);
  });
});

test('A high window of low rows gets no more of them at rest', async ({ page, chat }) => {
  await page.setViewportSize({ width: 1280, height: 1600 });
  await page.clock.install();
  chat.storeIncoming(...Array.from({ length: COUNT }, (_, number) => `Mesaj ${number};`));
  await chat.open();
  const count = () => chat.messages.count();
  await expect.poll(count).toBeGreaterThan(60);
  await page.clock.runFor(1_000);
  expect(await count()).toBeLessThan(200);
});
