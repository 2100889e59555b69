import { expect, test } from '../support/browser/fixtures';

// Playwright hides the scroll bars by default.
test.use({
  launchOptions: async ({ launchOptions }, use) => {
    await use({ ...launchOptions, ignoreDefaultArgs: ['--hide-scrollbars'] });
  },
});

const SIZES = [
  [1280, 800],
  [801, 601],
  [800, 600],
  [799, 599],
  [390, 844],
] as const;

test('The page, with visible scroll bars, does not scroll at any size', async ({ page, chat }) => {
  chat.storeIncoming(...Array.from({ length: 50 }, (_, index) => `mesaj ${String(index)}`));
  for (const [width, height] of SIZES) {
    await test.step(`${String(width)} x ${String(height)}`, async () => {
      await page.setViewportSize({ width, height });
      await chat.open();
      await expect(chat.messages.last()).toBeInViewport();
      const overflow = await page.evaluate(() => {
        const { scrollHeight, scrollWidth } = document.documentElement;
        return [scrollWidth - innerWidth, scrollHeight - innerHeight];
      });
      expect(overflow).toEqual([0, 0]);
      expect(await page.evaluate(() => innerWidth - document.documentElement.clientWidth)).toBe(0);
    });
  }
});
