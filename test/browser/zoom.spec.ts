import { expect, test } from './fixtures';
import { overflow } from './overflow';

// A window of 1280 x 1024 pixels at 200 % and 400 %.
for (const [zoom, viewport] of [
  ['200 %', { width: 640, height: 512 }],
  ['400 %', { width: 320, height: 256 }],
] as const) {
  test(`at ${zoom} all is there, and nothing has to be scrolled sideways`, async ({
    page,
    chat,
    login,
  }) => {
    await page.setViewportSize(viewport);
    await login.open();
    await login.button.click();
    await login.error.scrollIntoViewIfNeeded();
    await expect(login.error).toBeInViewport({ ratio: 1 });
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    chat.stored('Salam', 'Sizə necə kömək edə bilərəm?');
    await chat.open();
    await chat.input.fill('bir\niki\nüç\ndörd\nbeş\naltı\nyeddi');
    for (const part of [chat.logout, chat.attach, chat.send, chat.input]) {
      await expect(part).toBeInViewport({ ratio: 1 });
    }
    const list = await chat.list.boundingBox();
    expect(list?.height).toBeGreaterThan(40);
    await chat.isAtBottom();
    expect(await overflow(page)).toBeLessThanOrEqual(0);
  });
}

test('text may be spaced as wide as a reader needs, and is not cut off', async ({
  page,
  chat,
  login,
}) => {
  await page.setViewportSize({ width: 320, height: 568 });
  const space = () =>
    page.evaluate(() => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(
        `* { line-height: 1.5 !important; letter-spacing: 0.12em !important;
             word-spacing: 0.16em !important } p { margin-bottom: 2em !important }`,
      );
      document.adoptedStyleSheets = [sheet];
    });
  /** What is wider or higher than its box, which does not scroll. */
  const cut = () =>
    page.locator('h1, h2, p, time, button, label').evaluateAll((elements) =>
      elements
        .filter((element) => !element.closest('.visually-hidden'))
        .filter(
          ({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
            clientWidth > 0 && (scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 1),
        )
        .map(({ textContent }) => textContent),
    );
  await login.open();
  await login.button.click();
  await expect(login.error).toBeVisible();
  await space();
  expect(await cut()).toEqual([]);
  expect(await overflow(page)).toBeLessThanOrEqual(0);
  chat.stored('Salam! Sizə necə kömək edə bilərəm?');
  await chat.open();
  await space();
  expect(await cut()).toEqual([]);
  expect(await overflow(page)).toBeLessThanOrEqual(0);
});
