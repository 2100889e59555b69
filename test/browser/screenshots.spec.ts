import type { ViewportSize } from '@playwright/test';
import { expect, test } from '../support/browser/fixtures';
import { installFixedFont } from '../support/browser/screen';
import { COLOUR_SCHEMES, DESKTOP, NOW, PHONE, STATES } from '../support/browser/screenStates';

/** A phone at 200 %. */
const NARROW = { width: 195, height: 420 };
const LANDSCAPE = { width: 740, height: 360 };
const TABLET = { width: 820, height: 1180 };

/**
 * The screenshots of each state: name, size of the page, colour scheme. Forced colours are last,
 * because the input loses the focus.
 */
const SCREENSHOTS: Record<string, [string, ViewportSize, keyof typeof COLOUR_SCHEMES][]> = {
  'login, idle': [
    ['login', PHONE, 'light'],
    ['login-dark', DESKTOP, 'dark'],
    ['login-landscape', LANDSCAPE, 'light'],
    ['login-forced', PHONE, 'forced colours'],
  ],
  'login, with a hint': [
    ['login-hint', PHONE, 'light'],
    ['login-narrow', NARROW, 'light'],
  ],
  'login, with an error': [
    ['login-error', PHONE, 'light'],
    ['login-error-forced', PHONE, 'forced colours'],
  ],
  'login, busy': [['login-busy', PHONE, 'light']],
  'broken page': [
    ['broken', PHONE, 'light'],
    ['broken-forced', DESKTOP, 'forced colours'],
  ],
  'chat, loading': [['chat-loading', PHONE, 'light']],
  'chat, empty': [['chat-empty', PHONE, 'light']],
  'chat, typical': [
    ['chat-typical', PHONE, 'light'],
    ['chat-typical-dark', PHONE, 'dark'],
  ],
  'chat, long': [
    ['chat-long', PHONE, 'light'],
    ['chat-images', { width: 390, height: 1300 }, 'light'],
    ['chat-desktop', DESKTOP, 'light'],
    ['chat-tablet', TABLET, 'light'],
    ['chat-dark', PHONE, 'dark'],
    ['chat-narrow', NARROW, 'light'],
    ['chat-forced', DESKTOP, 'forced colours'],
  ],
  'chat, uploading': [
    ['chat-uploading', PHONE, 'light'],
    ['chat-uploading-dark', PHONE, 'dark'],
    ['chat-uploading-forced', PHONE, 'forced colours'],
  ],
  'chat, images waiting': [
    ['chat-waiting-images', PHONE, 'light'],
    ['chat-waiting-images-forced', PHONE, 'forced colours'],
  ],
  'chat, refused file': [['chat-refused-file', PHONE, 'light']],
  'chat, logout question': [
    ['chat-logout-question', PHONE, 'light'],
    ['chat-logout-question-dark', DESKTOP, 'dark'],
    ['chat-logout-question-forced', PHONE, 'forced colours'],
  ],
  'chat, refused drag': [
    ['chat-refused-drag', DESKTOP, 'light'],
    ['chat-refused-drag-dark', TABLET, 'dark'],
  ],
  'chat, offline': [['chat-offline', PHONE, 'light']],
  'chat, disconnected': [
    ['chat-disconnected', PHONE, 'light'],
    ['chat-disconnected-dark', PHONE, 'dark'],
    ['chat-disconnected-forced', PHONE, 'forced colours'],
  ],
  'chat, scrolled up': [
    ['chat-scrolled-up', PHONE, 'light'],
    ['chat-scrolled-up-dark', PHONE, 'dark'],
  ],
};

test.describe('Screenshots', { tag: '@chromium' }, () => {
  for (const [state, screenshots] of Object.entries(SCREENSHOTS)) {
    test(`unchanged: ${state}`, async ({ page, login, chat, provider, customer, log }) => {
      log.expectErrors();
      await page.clock.setFixedTime(NOW);
      await installFixedFont(page);
      await page.setViewportSize(screenshots[0]?.[1] ?? PHONE);
      await STATES[state as keyof typeof STATES]({ login, chat, provider, customer });
      for (const [name, viewport, scheme] of screenshots) {
        await page.setViewportSize(viewport);
        await page.emulateMedia({ ...COLOUR_SCHEMES[scheme], reducedMotion: 'reduce' });
        // Playwright cannot hide the blinking caret in forced colours.
        if (scheme === 'forced colours')
          await page.evaluate(() => (document.activeElement as HTMLElement).blur());
        // A state that scrolls shows the day, which fades 1.5 s after the last scroll.
        await expect(page.locator('[data-scrolling=true]')).toHaveCount(0);
        // A bubble that moves by one pixel changes more pixels than this.
        await expect.soft(page).toHaveScreenshot(`${name}.png`, { maxDiffPixels: 60 });
      }
    });
  }

  test('unchanged: the day while one scrolls', async ({
    page,
    login,
    chat,
    provider,
    customer,
  }) => {
    await page.clock.setFixedTime(NOW);
    await installFixedFont(page);
    await page.setViewportSize(PHONE);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await STATES['chat, scrolled up']({ login, chat, provider, customer });
    await chat.list.evaluate((list) => {
      list.scrollTop -= 100;
      // The day fades 1.5 s after the last scroll event.
      setInterval(() => list.dispatchEvent(new Event('scroll')), 300);
    });
    await expect(page.locator('[data-scrolling=true] [data-stuck]').last()).toHaveText('Dünən');
    await expect(page).toHaveScreenshot('chat-floating-date.png', { maxDiffPixels: 60 });
  });
});
