import { expect, test } from './support/fixtures';
import { installFixedFont } from './support/fixedFont';
import { COLOUR_SCHEMES, DESKTOP, NOW, PHONE, STATES } from './support/screenStates';

const SMALL = { width: 320, height: 568 };
const WITH_KEYBOARD = { width: 390, height: 420 };
const ZOOMED = { width: 320, height: 256 };

const SCREENSHOTS = [
  ['login', 'login, idle', PHONE, 'light'],
  ['login-error', 'login, with an error', PHONE, 'light'],
  ['login-busy', 'login, busy', PHONE, 'light'],
  ['login-dark', 'login, idle', DESKTOP, 'dark'],
  ['chat-empty', 'chat, empty', PHONE, 'light'],
  ['chat-short', 'chat, short', PHONE, 'light'],
  ['chat-typical', 'chat, typical', PHONE, 'light'],
  ['chat-typical-dark', 'chat, typical', PHONE, 'dark'],
  ['chat-long', 'chat, long', PHONE, 'light'],
  ['chat-images', 'chat, long', { width: 390, height: 1300 }, 'light'],
  ['chat-desktop', 'chat, long', DESKTOP, 'light'],
  ['chat-dark', 'chat, long', PHONE, 'dark'],
  ['chat-forced', 'chat, long', PHONE, 'forced colours'],
  ['chat-keyboard', 'chat, long', WITH_KEYBOARD, 'light'],
  ['chat-320', 'chat, long', SMALL, 'light'],
  ['chat-zoomed', 'chat, long', ZOOMED, 'light'],
  ['chat-uploading', 'chat, uploading', PHONE, 'light'],
  ['chat-offline', 'chat, offline', PHONE, 'light'],
] as const;

test.describe('Screenshots', () => {
  for (const [name, state, viewport, scheme] of SCREENSHOTS) {
    test(`${name} is unchanged`, async ({ page, login, chat, provider, customer, log }) => {
      log.expectErrors();
      await page.clock.setFixedTime(NOW);
      await installFixedFont(page);
      await page.setViewportSize(viewport);
      await page.emulateMedia({ ...COLOUR_SCHEMES[scheme], reducedMotion: 'reduce' });
      await STATES[state]({ page, login, chat, provider, customer });
      // Playwright cannot hide the blinking caret in forced colours.
      if (scheme === 'forced colours') await chat.input.blur();
      // A bubble that moves by one pixel changes more pixels than this.
      await expect(page).toHaveScreenshot(`${name}.png`, { maxDiffPixels: 60 });
    });
  }
});
