import { CHAT, LOGIN } from '../support/page/chatScreen';
import { expect, test } from '../support/engines/fixtures';

test.describe('Login', () => {
  test('signs in with Enter and focuses the message input', async ({ appTab, provider }) => {
    await appTab.open({ path: '/', isSignedIn: false });
    await expect.poll(() => appTab.value(LOGIN.phone)).toBe('+994');
    await expect.poll(() => appTab.isFocused(LOGIN.phone)).toBe(true);
    await appTab.typePhone('50x123 4567');
    await expect.poll(() => appTab.value(LOGIN.phone)).toBe('+994501234567');
    await appTab.tab.press('Enter');
    await appTab.waitUntilConnected();
    await expect.poll(() => appTab.isFocused(CHAT.input)).toBe(true);
    expect(provider.ledger.requests('login')).toHaveLength(1);
  });

  test('keeps the caret while digits are inserted and removed', async ({ appTab }) => {
    await appTab.open({ path: '/login', isSignedIn: false });
    await appTab.typePhone('x501234567');
    // The running app removes the letter.
    await expect.poll(() => appTab.value(LOGIN.phone)).toBe('+994501234567');
    for (let presses = 0; presses < 4; presses += 1) await appTab.tab.press('ArrowLeft');
    await appTab.tab.press('Backspace');
    await appTab.tab.type('x9');
    await expect.poll(() => appTab.value(LOGIN.phone)).toBe('+994501294567');
    const caret = await appTab.tab.evaluate(
      () => (document.activeElement as HTMLInputElement).selectionStart,
      null,
    );
    expect(caret).toBe('+99450129'.length);
  });
});
