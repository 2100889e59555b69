import type { Locator } from '@playwright/test';
import { expect, test } from '../support/browser/fixtures';

/** Returns the radii of a message's bubble in px: top left, top right, bottom right, bottom left. */
const radii = (message: Locator) =>
  message.locator('> div').evaluate((bubble) => {
    const style = getComputedStyle(bubble);
    return [
      style.borderTopLeftRadius,
      style.borderTopRightRadius,
      style.borderBottomRightRadius,
      style.borderBottomLeftRadius,
    ].map(parseFloat);
  });

test.describe('Bubbles', () => {
  test('join with corners of 6 px on the sender’s side, and only the last has a tail', async ({
    chat,
  }) => {
    chat.storeIncoming('bir', 'iki', 'üç');
    chat.storeOwn('dörd', 'beş');
    await chat.open();
    expect(await Promise.all((await chat.messages.all()).map(radii))).toEqual([
      [18, 18, 18, 6],
      [6, 18, 18, 6],
      [6, 18, 18, 2],
      [18, 18, 6, 18],
      [18, 6, 2, 18],
    ]);
    chat.operatorSays('altı');
    chat.operatorSays('yeddi');
    await expect(chat.messages).toHaveCount(7);
    expect(await radii(chat.messages.nth(4))).toEqual([18, 6, 2, 18]);
    expect(await radii(chat.messages.nth(5))).toEqual([18, 18, 18, 6]);
    expect(await radii(chat.messages.nth(6))).toEqual([6, 18, 18, 2]);
  });
});
