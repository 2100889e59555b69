import type { Locator } from '@playwright/test';
import { expect, test } from '../support/browser/fixtures';
import { hold } from '../support/page/page';
import { imageFile, uploadImage } from '../support/browser/images';

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

test.describe('Thumbnails', () => {
  test('fill a box of 180 x 240 px from the top, in an equal frame of 4 px', async ({
    chat,
    provider,
    customer,
  }) => {
    const imageUrl = await uploadImage(provider, customer.token);
    provider.store(customer.id, { text: 'Bu, şəkildən enli bir mətndir.', imageUrl });
    await chat.open();
    const image = chat.messages.getByRole('img');
    await expect(image).toHaveCSS('object-fit', 'cover');
    await expect(image).toHaveCSS('object-position', '50% 0%');
    await expect(image).toHaveCSS('outline-width', '1px');
    await expect(image).toHaveCSS('outline-offset', '-1px');
    const bubble = await chat.messages.locator('> div').boundingBox();
    const box = await image.boundingBox();
    if (!bubble || !box) throw new Error('The image has no box.');
    expect([box.width, box.height]).toEqual([180, 240]);
    // The frame and the border of 1 px.
    expect(box.x - bubble.x).toBe(5);
    expect(box.y - bubble.y).toBe(5);
    expect(bubble.x + bubble.width - box.x - box.width).toBe(5);
  });

  test('keep their size while they load and after', async ({ page, chat, provider, customer }) => {
    const imageUrl = await uploadImage(
      provider,
      customer.token,
      imageFile({ width: 900, height: 300 }),
    );
    provider.store(customer.id, { imageUrl });
    const response = await hold(page, `**/${imageUrl}`);
    await chat.open();
    await response.requested;
    const before = await chat.messages.boundingBox();
    response.release();
    await expect(chat.messages.getByRole('img')).toHaveJSProperty('naturalWidth', 900);
    expect(await chat.messages.boundingBox()).toEqual(before);
  });
});
