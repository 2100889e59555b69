import { expect, test } from './fixtures';
import { useFixedFont } from './fixedFont';
import { DESKTOP, LOOKS, NOW, PHONE, STATES } from './states';

const SMALL = { width: 320, height: 568 };
const WITH_KEYBOARD = { width: 390, height: 420 };
const ZOOMED = { width: 320, height: 256 };

const PICTURES = [
  ['login', 'login, idle', PHONE, 'light'],
  ['login-error', 'login, with an error', PHONE, 'light'],
  ['login-busy', 'login, busy', PHONE, 'light'],
  ['login-dark', 'login, idle', DESKTOP, 'dark'],
  ['chat-empty', 'chat, empty', PHONE, 'light'],
  ['chat-short', 'chat, short', PHONE, 'light'],
  ['chat-long', 'chat, long', PHONE, 'light'],
  ['chat-pictures', 'chat, long', { width: 390, height: 1300 }, 'light'],
  ['chat-desktop', 'chat, long', DESKTOP, 'light'],
  ['chat-dark', 'chat, long', PHONE, 'dark'],
  ['chat-forced', 'chat, long', PHONE, 'forced colours'],
  ['chat-keyboard', 'chat, long', WITH_KEYBOARD, 'light'],
  ['chat-320', 'chat, long', SMALL, 'light'],
  ['chat-zoomed', 'chat, long', ZOOMED, 'light'],
  ['chat-uploading', 'chat, uploading', PHONE, 'light'],
  ['chat-offline', 'chat, offline', PHONE, 'light'],
] as const;

for (const [name, state, viewport, look] of PICTURES) {
  test(`the app looks as it did: ${name}`, async ({
    page,
    login,
    chat,
    provider,
    customer,
    log,
  }) => {
    log.expectErrors();
    await page.clock.setFixedTime(NOW);
    await useFixedFont(page);
    await page.setViewportSize(viewport);
    await page.emulateMedia({ ...LOOKS[look], reducedMotion: 'reduce' });
    await STATES[state]({ page, login, chat, provider, customer });
    // Forced colours cannot hide the caret, which blinks.
    if (look === 'forced colours') await chat.input.blur();
    // A bubble that has moved by a pixel changes more than that.
    await expect(page).toHaveScreenshot(`${name}.png`, { maxDiffPixels: 60 });
  });
}
