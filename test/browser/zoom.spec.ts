import { expect, test } from '../support/browser/fixtures';
import { horizontalOverflow } from '../support/browser/screen';

test.describe('Zoom and text spacing', () => {
  // A window of 1280 × 1024 pixels at each zoom.
  for (const [zoom, viewport] of [
    ['200 %', { width: 640, height: 512 }],
    ['400 %', { width: 320, height: 256 }],
  ] as const) {
    test(`${zoom}: every control is visible without horizontal scrolling`, async ({
      page,
      chat,
      login,
    }) => {
      await page.setViewportSize(viewport);
      await login.open();
      await login.button.click();
      await login.error.scrollIntoViewIfNeeded();
      await expect(login.error).toBeInViewport({ ratio: 1 });
      expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);
      chat.storeIncoming('Salam', 'Sizə necə kömək edə bilərəm?');
      await chat.open();
      await chat.input.fill('bir\niki\nüç\ndörd\nbeş\naltı\nyeddi');
      for (const part of [chat.logout, chat.attach, chat.send, chat.input]) {
        await expect(part).toBeInViewport({ ratio: 1 });
      }
      const list = await chat.list.boundingBox();
      expect(list?.height).toBeGreaterThan(40);
      await chat.expectAtBottom();
      expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);
    });
  }

  test('text with wide spacing is not clipped', async ({ page, chat, login }) => {
    await page.setViewportSize({ width: 320, height: 568 });
    const addSpacing = () =>
      page.evaluate(() => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(
          `* { line-height: 1.5 !important; letter-spacing: 0.12em !important;
             word-spacing: 0.16em !important } p { margin-bottom: 2em !important }`,
        );
        document.adoptedStyleSheets = [sheet];
      });
    /** Texts of the elements whose content is larger than their box. */
    const clippedTexts = () =>
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
    await addSpacing();
    expect(await clippedTexts()).toEqual([]);
    expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);
    chat.storeIncoming('Salam! Sizə necə kömək edə bilərəm?');
    await chat.open();
    await addSpacing();
    expect(await clippedTexts()).toEqual([]);
    expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);
  });
});
