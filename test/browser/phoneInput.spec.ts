import { expect, test } from '../support/browser/fixtures';

test.describe('Phone input', () => {
  test.beforeEach(async ({ login }) => {
    await login.open();
    await expect(login.phone).toBeFocused();
  });

  test('accepts digits only, at most 12', async ({ page, login }) => {
    await page.keyboard.type('a5 0-1(2)3.4/5+٠');
    await expect(login.phone).toHaveValue('+9945012345');
    await page.keyboard.type('6789');
    await expect(login.phone).toHaveValue('+994501234567');
  });

  const INSERTED = {
    '+994 (50) 123-45-67': '+994501234567',
    '994501234567': '+994501234567',
    '+994501234567890': '+994501234567',
    '0501234567': '+994501234567',
    '00994501234567': '+994501234567',
    '+1 202 555 0100': '+994',
    Salam: '+994',
  };
  test('formats inserted text, and resets text that is neither a whole number nor begins with 994', async ({
    page,
    login,
  }) => {
    for (const [inserted, shown] of Object.entries(INSERTED)) {
      await test.step(`${inserted} becomes ${shown}`, async () => {
        await login.phone.fill('+99477');
        await login.phone.selectText();
        await page.keyboard.insertText(inserted);
        await expect(login.phone).toHaveValue(shown);
      });
    }
  });

  test('keeps its prefix when it is deleted', async ({ page, login }) => {
    await page.keyboard.press('Backspace');
    await expect(login.phone).toHaveValue('+994');
    await page.keyboard.type('50');
    await login.phone.selectText();
    await page.keyboard.press('Delete');
    await expect(login.phone).toHaveValue('+994');
  });

  test('loses no digit that is typed before, inside or over the prefix', async ({
    page,
    login,
  }) => {
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key);
    };
    const actions: Record<string, () => Promise<void>> = {
      'Backspace is held': () => press(...Array<string>(6).fill('Backspace')),
      'the caret is moved to the start': () => press('Home'),
      'the caret is moved into the prefix': () => press('Home', 'ArrowRight', 'ArrowRight'),
      'everything is selected and deleted': () => press('ControlOrMeta+A', 'Delete'),
      'everything is selected': () => press('ControlOrMeta+A'),
      'the left edge is clicked': () => login.phone.click({ position: { x: 5, y: 26 } }),
    };
    for (const [name, act] of Object.entries(actions)) {
      await test.step(name, async () => {
        await login.phone.fill('+994');
        await act();
        await page.keyboard.type('050 123 45 67');
        await expect(login.phone).toHaveValue('+994501234567');
      });
    }
  });

  test('lets digits be deleted down to the prefix', async ({ page, login }) => {
    await page.keyboard.type('5012');
    await page.keyboard.press('Backspace');
    await expect(login.phone).toHaveValue('+994501');
    for (let digit = 0; digit < 3; digit++) await page.keyboard.press('Backspace');
    await expect(login.phone).toHaveValue('+994');
  });

  test('keeps the caret after a digit typed or deleted in the middle', async ({ page, login }) => {
    await page.keyboard.type('5067');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.type('12x3');
    await expect(login.phone).toHaveValue('+9945012367');
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Backspace');
    await page.keyboard.type('9');
    await expect(login.phone).toHaveValue('+994501967');
  });

  test('a paste event without data is ignored, on both screens', async ({ page, login, chat }) => {
    const paste = () =>
      page.evaluate(() => {
        for (const target of [document.activeElement, document.body]) {
          target?.dispatchEvent(new ClipboardEvent('paste', { bubbles: true }));
        }
      });
    await login.open();
    await expect(login.phone).toBeFocused();
    await paste();
    await login.signIn('501234567');
    await chat.waitUntilConnected();
    await paste();
    await expect(chat.waiting).toHaveCount(0);
  });
});
