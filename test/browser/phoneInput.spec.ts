import { expect, test } from './support/fixtures';

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

  const PASTED = {
    '+994 (50) 123-45-67': '+994501234567',
    '994501234567': '+994501234567',
    '+994501234567890': '+994501234567',
    '0501234567': '+994',
    '00994501234567': '+994',
    '+1 202 555 0100': '+994',
    Salam: '+994',
  };
  test('resets pasted text that does not begin with 994', async ({ page, login }) => {
    for (const [pasted, shown] of Object.entries(PASTED)) {
      await test.step(`${pasted} becomes ${shown}`, async () => {
        await login.phone.fill('+99477');
        await login.phone.selectText();
        await page.keyboard.insertText(pasted);
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
    await page.keyboard.press('Home');
    await page.keyboard.type('1');
    await expect(login.phone).toHaveValue('+994');
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
});
