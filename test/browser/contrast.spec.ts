import { colour, contrast } from '../support/browser/screen';
import { expect, test } from '../support/browser/fixtures';

test.describe('Contrast', () => {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`edges of bubbles stand out from the ground, ${colorScheme}`, async ({ page, chat }) => {
      await page.emulateMedia({ colorScheme });
      chat.storeIncoming('Salam');
      chat.storeOwn('Sağ olun');
      await chat.open();
      const ground = await colour(chat.list.locator('xpath=../..'), 'background-color');
      const edges = [
        await colour(chat.incoming.locator('> div'), 'border-top-color'),
        await colour(chat.own.locator('> div'), 'background-color'),
      ];
      for (const edge of edges) expect(contrast(edge, ground)).toBeGreaterThanOrEqual(1.3);
    });
  }

  for (const colorScheme of ['light', 'dark'] as const) {
    test(`a hint under the phone input stands out from the card, ${colorScheme}`, async ({
      page,
      login,
    }) => {
      await page.emulateMedia({ colorScheme });
      await login.open();
      const card = await colour(page.locator('form'), 'background-color');
      const note = login.note.locator('p');
      const example = await colour(note, 'color');
      await login.type('0');
      await expect(note).toHaveCSS('font-size', '14px');
      const hint = await colour(note, 'color');
      expect(hint).not.toEqual(example);
      expect(contrast(hint, card)).toBeGreaterThanOrEqual(4.5);
    });
  }

  test('forced colours distinguish own from incoming messages, and disabled from enabled buttons', async ({
    page,
    chat,
  }) => {
    await page.emulateMedia({ forcedColors: 'active' });
    chat.storeIncoming('Salam');
    chat.storeOwn('Sağ olun');
    await chat.open();
    const incoming = await colour(chat.incoming.locator('> div'), 'background-color');
    const own = await colour(chat.own.locator('> div'), 'background-color');
    expect(contrast(own, incoming)).toBeGreaterThanOrEqual(3);
    await expect(chat.send).toHaveCSS('border-top-style', 'dashed');
    await expect(chat.attach).toHaveCSS('border-top-style', 'solid');
    const disabled = await colour(chat.send, 'background-color');
    await chat.input.fill('Salam');
    await expect(chat.send).toHaveCSS('border-top-style', 'solid');
    await expect
      .poll(async () => contrast(await colour(chat.send, 'background-color'), disabled))
      .toBeGreaterThanOrEqual(3);
  });
});
