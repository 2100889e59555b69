import { expect, test } from '../support/browser/fixtures';

test.describe('Phone input', () => {
  test.beforeEach(async ({ login }) => {
    await login.open();
    await expect(login.phone).toBeFocused();
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
