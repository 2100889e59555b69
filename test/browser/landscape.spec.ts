import { expect, test } from '../support/browser/fixtures';
import { setVisualViewport } from '../support/browser/screen';

test.describe('In landscape, above a keyboard', () => {
  for (const [how, keyboard] of [
    ['resizes the page', undefined],
    ['covers the page', 180],
  ] as const) {
    test(`that ${how}, three lines of the conversation are visible`, async ({ page, chat }) => {
      await page.setViewportSize({ width: 360, height: keyboard ? 360 : 180 });
      chat.storeIncoming('bir', 'iki');
      chat.storeOwn('üç');
      chat.storeIncoming('dörd');
      await chat.open();
      if (keyboard) await setVisualViewport(page, keyboard);
      await chat.input.focus();
      for (const text of ['iki', 'üç', 'dörd'])
        await expect(chat.list.getByText(text, { exact: true })).toBeInViewport({ ratio: 1 });
      for (const control of [chat.logout, chat.attach, chat.input, chat.send])
        await expect(control).toBeInViewport({ ratio: 1 });
      await chat.expectAtBottom();
    });
  }
});
