import type { ViewportSize } from '@playwright/test';
import { expect } from '../support/browser/fixtures';
import { installFixedFont } from '../support/browser/screen';
import { COLOUR_SCHEMES, DESKTOP, NOW, PHONE, test } from '../support/browser/screenStates';

/** The screenshots of each state. Forced colours are last, because the input loses the focus. */
const SCREENSHOTS = {
  'login, idle': ['login', 'login-dark', 'login-landscape', 'login-forced'],
  'login, with a hint': ['login-hint', 'login-narrow'],
  'login, with an error': ['login-error', 'login-error-forced'],
  'login, busy': ['login-busy'],
  'broken page': ['broken', 'broken-forced'],
  'chat, loading': ['chat-loading'],
  'chat, empty': ['chat-empty'],
  'chat, typical': ['chat-typical', 'chat-typical-dark'],
  'chat, long': [
    'chat-long',
    'chat-images',
    'chat-desktop',
    'chat-tablet',
    'chat-dark',
    'chat-narrow',
    'chat-forced',
  ],
  'chat, uploading': ['chat-uploading', 'chat-uploading-dark', 'chat-uploading-forced'],
  'chat, images waiting': ['chat-waiting-images', 'chat-waiting-images-forced'],
  'chat, refused file': ['chat-refused-file'],
  'chat, logout question': [
    'chat-logout-question',
    'chat-logout-question-dark',
    'chat-logout-question-forced',
  ],
  'chat, refused drag': ['chat-refused-drag', 'chat-refused-drag-dark'],
  'chat, offline': ['chat-offline'],
  'chat, disconnected': ['chat-disconnected', 'chat-disconnected-dark', 'chat-disconnected-forced'],
  'chat, scrolled up': ['chat-scrolled-up', 'chat-scrolled-up-dark'],
} as const;

/** A phone at 200 %. */
const NARROW = { width: 195, height: 420 };
const LANDSCAPE = { width: 740, height: 360 };
const TABLET = { width: 820, height: 1180 };

/** The sizes of the page other than that of a phone. */
const SIZES: Record<string, ViewportSize> = {
  'login-dark': DESKTOP,
  'login-landscape': LANDSCAPE,
  'login-narrow': NARROW,
  'broken-forced': DESKTOP,
  'chat-images': { width: 390, height: 1300 },
  'chat-desktop': DESKTOP,
  'chat-tablet': TABLET,
  'chat-narrow': NARROW,
  'chat-forced': DESKTOP,
  'chat-logout-question-dark': DESKTOP,
  'chat-refused-drag': DESKTOP,
  'chat-refused-drag-dark': TABLET,
};
const sizeOf = (name: string) => SIZES[name] ?? PHONE;

/** Returns the colour scheme that ends a name. */
const schemeOf = (name: string) =>
  name.endsWith('-forced') ? 'forced colours' : name.endsWith('-dark') ? 'dark' : 'light';

test.describe('Screenshots', () => {
  for (const [state, names] of Object.entries(SCREENSHOTS)) {
    test(`unchanged: ${state}`, async ({ page, show, log }) => {
      log.expectErrors();
      await page.clock.setFixedTime(NOW);
      await installFixedFont(page);
      await page.setViewportSize(sizeOf(names[0]));
      await show(state as keyof typeof SCREENSHOTS);
      for (const name of names) {
        const scheme = schemeOf(name);
        await page.setViewportSize(sizeOf(name));
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

  test('unchanged: the day while one scrolls', async ({ page, chat, show }) => {
    await page.clock.setFixedTime(NOW);
    await installFixedFont(page);
    await page.setViewportSize(PHONE);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await show('chat, scrolled up');
    await chat.list.evaluate((list) => {
      list.scrollTop -= 100;
      // The day fades 1.5 s after the last scroll event.
      setInterval(() => list.dispatchEvent(new Event('scroll')), 300);
    });
    await expect(page.locator('[data-scrolling=true] [data-stuck]').last()).toHaveText('Dünən');
    await expect(page).toHaveScreenshot('chat-floating-date.png', { maxDiffPixels: 60 });
  });
});
