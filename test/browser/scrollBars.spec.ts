import { expect, test } from '../support/browser/fixtures';

// Playwright hides the scroll bars by default.
test.use({
  launchOptions: ({ launchOptions }, use) =>
    use({ ...launchOptions, ignoreDefaultArgs: ['--hide-scrollbars'] }),
});

test('A visible scroll bar moves no message, and the page has none', async ({ page, chat }) => {
  chat.storeOwn('mesaj');
  await chat.open();
  for (const [width, height] of [
    [800, 600],
    [799, 599],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    const right = () =>
      chat.own.first().evaluate((row) => row.firstElementChild?.getBoundingClientRect().right);
    const before = await right();
    await chat.list.evaluate((list) => (list.style.overflowY = 'scroll'));
    expect(
      await chat.list.evaluate((list: HTMLElement) => list.offsetWidth - list.clientWidth),
    ).not.toBe(0);
    expect(await right()).toBe(before);
    await chat.list.evaluate((list) => list.removeAttribute('style'));
    const overflow = await page.evaluate(() => {
      const { scrollHeight, scrollWidth, clientWidth } = document.documentElement;
      return [scrollWidth - innerWidth, scrollHeight - innerHeight, innerWidth - clientWidth];
    });
    expect(overflow).toEqual([0, 0, 0]);
  }
});
