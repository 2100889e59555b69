import { BURST_INTERVAL } from '../../src/chat/list/scrollPosition';
import { expect, test } from '../support/browser/fixtures';
import { hold } from '../support/page/page';
import { uploadImage } from '../support/browser/images';

const MANY = Array.from({ length: 60 }, (_, number) => `Mesaj ${number}`);

test.describe('Scroll position', () => {
  test.beforeEach(({ chat }) => {
    chat.storeIncoming(...MANY);
  });

  test('is the bottom of a list that fills a tall window', async ({ page, chat }) => {
    await page.setViewportSize({ width: 1280, height: 2400 });
    await chat.open();
    await chat.expectAtBottom();
    /** Returns whether rows cover the top of the list. The space in place of rows also has a height. */
    const isFilled = () =>
      chat.list.evaluate((list) => {
        const top = list.querySelector('[role=article]')?.getBoundingClientRect().top;
        return top !== undefined && top <= list.getBoundingClientRect().top;
      });
    await expect.poll(isFilled).toBe(true);
    await expect(chat.messages.last()).toBeInViewport();
  });

  test('moves smoothly to the bottom when a message arrives', async ({ page, chat }) => {
    await page.clock.install();
    await chat.open();
    await chat.expectAtBottom();
    // The list scrolls instantly if a message arrives within this interval after the history.
    await page.clock.fastForward(BURST_INTERVAL);
    const positions = await chat.recordScrolling();
    chat.operatorSays('Yeni mesaj '.repeat(150));
    await expect(chat.messages.last()).toContainText('Yeni mesaj');
    await chat.expectAtBottom();
    expect((await positions()).length).toBeGreaterThan(4);
  });

  test('moves to the bottom from further up, for an arriving and for a sent message', async ({
    page,
    chat,
  }) => {
    await page.clock.install();
    await chat.open();
    await chat.scrollToTop();
    await page.clock.fastForward(BURST_INTERVAL);
    const positions = await chat.recordScrolling();
    chat.operatorSays('Yeni mesaj');
    await chat.expectAtBottom();
    expect((await positions()).length).toBeGreaterThan(4);
    await chat.scrollToTop();
    await chat.say('Sağ olun');
    await expect(chat.own).toBeInViewport();
    await chat.expectAtBottom();
  });

  test.describe('with reduced motion', () => {
    test.use({ contextOptions: { reducedMotion: 'reduce' } });

    test('jumps to the bottom', async ({ chat }) => {
      await chat.open();
      await chat.scrollToTop();
      const positions = await chat.recordScrolling();
      chat.operatorSays('Yeni mesaj');
      await chat.expectAtBottom();
      expect(await positions()).toHaveLength(2);
    });
  });

  test('stays at the bottom when an image loads late', async ({
    page,
    chat,
    provider,
    customer,
  }) => {
    const imageUrl = await uploadImage(provider, customer.token);
    provider.store(customer.id, { imageUrl });
    const image = await hold(page, `**/${imageUrl}`);
    await chat.open();
    await image.requested;
    await chat.expectAtBottom();
    const height = await chat.list.evaluate(({ scrollHeight }) => scrollHeight);
    image.release();
    await expect
      .poll(() => chat.list.locator('img').evaluate((img: HTMLImageElement) => img.naturalWidth))
      .toBeGreaterThan(0);
    await chat.expectAtBottom();
    expect(await chat.list.evaluate(({ scrollHeight }) => scrollHeight)).toBe(height);
  });

  for (const delay of [0, 100, 600, 1500]) {
    test(`stays at the bottom when images load after ${delay} ms`, async ({
      page,
      chat,
      provider,
      customer,
    }) => {
      const imageUrl = await uploadImage(provider, customer.token);
      await page.route(`**/${imageUrl}`, async (route) => {
        await new Promise((resolve) => setTimeout(resolve, delay));
        await route.continue();
      });
      for (let count = 0; count < 4; count += 1) provider.store(customer.id, { imageUrl });
      await chat.open();
      provider.operator.send(customer.id, { imageUrl, text: 'Budur' });
      await expect(chat.messages.last()).toContainText('Budur');
      await chat.expectAtBottom();
      const loaded = () =>
        chat.list
          .locator('img')
          .evaluateAll((images: HTMLImageElement[]) => images.every(({ complete }) => complete));
      await expect.poll(loaded).toBe(true);
      expect(await chat.distanceToBottom()).toBeLessThanOrEqual(1);
    });
  }

  test('stays at the bottom during a burst of messages', async ({ chat }) => {
    await chat.open();
    for (let count = 0; count < 200; count += 1)
      chat.operatorSays(`Mesaj ${'uzun '.repeat(count % 9)}${count}`);
    await expect(chat.messages.last()).toContainText('199');
    await chat.expectAtBottom();
    await expect(chat.messages.last()).toBeInViewport({ ratio: 1 });
  });

  test('stays at the bottom when the window or the input changes its size', async ({
    page,
    chat,
  }) => {
    await chat.open();
    for (const [width, height] of [
      [1280, 400],
      [360, 400],
      [360, 800],
      [1280, 720],
    ] as const) {
      await page.setViewportSize({ width, height });
      await chat.expectAtBottom();
    }
    await chat.input.fill('bir\niki\nüç\ndörd\nbeş');
    await chat.expectAtBottom();
    await chat.input.fill('');
    await chat.expectAtBottom();
  });
});
