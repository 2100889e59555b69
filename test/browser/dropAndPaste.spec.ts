import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { hold } from './hold';
import { picture } from './pictures';

const OVERLAY = 'Şəkli göndərmək üçün bura buraxın';

interface Content {
  files?: { name: string; type: string; bytes: string }[];
  text?: string;
}

const PICTURE = {
  name: 'a.png',
  type: 'image/png',
  bytes: picture().buffer.toString('base64'),
};
const DOCUMENT = { name: 'a.txt', type: 'text/plain', bytes: '' };

/**
 * Tells the element in the middle of the page of a drag or a paste with this content.
 * @returns whether the page left the browser to do what it does by itself
 */
const tell = (page: Page, type: string, content: Content) =>
  page.evaluate(
    ([name, { files = [], text }]) => {
      const data = new DataTransfer();
      for (const { bytes, ...file } of files) {
        const content = Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0));
        data.items.add(new File([content], file.name, { type: file.type }));
      }
      if (text !== undefined) data.setData('text/plain', text);
      const init = { bubbles: true, cancelable: true };
      const event =
        name === 'paste'
          ? new ClipboardEvent(name, { ...init, clipboardData: data })
          : new DragEvent(name, { ...init, dataTransfer: data });
      const middle = document.elementFromPoint(innerWidth / 2, innerHeight / 2);
      return middle?.dispatchEvent(event) ?? true;
    },
    [type, content] as const,
  );

test.beforeEach(async ({ chat }) => {
  await chat.open();
});

test('a dragged picture finds an overlay, and is sent when it is dropped', async ({
  page,
  chat,
  provider,
}) => {
  const overlay = page.getByText(OVERLAY);
  await tell(page, 'dragenter', { files: [PICTURE] });
  await expect(overlay).toBeVisible();
  expect(await tell(page, 'dragover', { files: [PICTURE] })).toBe(false);
  expect(await tell(page, 'drop', { files: [PICTURE] })).toBe(false);
  await expect(overlay).toBeHidden();
  await expect(chat.own.getByRole('img')).toHaveCount(1);
  expect(provider.ledger.requests('upload')).toHaveLength(1);
});

test('several pictures are sent one after the other, and what is no picture is not', async ({
  page,
  chat,
  provider,
}) => {
  await tell(page, 'drop', { files: [PICTURE, DOCUMENT, PICTURE, PICTURE] });
  await expect(chat.own.getByRole('img')).toHaveCount(3);
  const calls = provider.ledger.of('request').map(({ call }) => call);
  expect(calls.filter((call) => call === 'upload' || call === 'send')).toEqual(
    Array.from({ length: 3 }, () => ['upload', 'send']).flat(),
  );
});

test('several pictures can be picked at once', async ({ page, chat }) => {
  const dialog = page.waitForEvent('filechooser');
  await chat.attach.click();
  await (await dialog).setFiles([picture({ name: 'a.png' }), picture({ name: 'b.png' })]);
  await expect(chat.own.getByRole('img')).toHaveCount(2);
});

for (const [way, end] of [
  ['leaves the page', (page: Page) => tell(page, 'dragleave', { files: [PICTURE] })],
  ['ends unnoticed and the pointer moves', (page: Page) => page.mouse.move(100, 100)],
  ['is given up with Escape', (page: Page) => page.keyboard.press('Escape')],
] as const) {
  test(`the overlay goes when the drag ${way}`, async ({ page, provider }) => {
    await tell(page, 'dragenter', { files: [PICTURE] });
    await expect(page.getByText(OVERLAY)).toBeVisible();
    await end(page);
    await expect(page.getByText(OVERLAY)).toBeHidden();
    expect(provider.ledger.requests('upload')).toEqual([]);
  });
}

test('dragged text is left to the browser', async ({ page }) => {
  expect(await tell(page, 'dragenter', { text: 'Salam' })).toBe(true);
  expect(await tell(page, 'dragover', { text: 'Salam' })).toBe(true);
  await expect(page.getByText(OVERLAY)).toBeHidden();
  expect(await tell(page, 'drop', { text: 'Salam' })).toBe(true);
});

test('a dropped file that is no picture neither goes anywhere nor replaces the page', async ({
  page,
  chat,
  provider,
}) => {
  expect(await tell(page, 'drop', { files: [DOCUMENT] })).toBe(false);
  await chat.say('Salam');
  await chat.shows('Salam');
  expect(provider.ledger.requests('upload')).toEqual([]);
});

test('a pasted picture is sent, wherever the focus is', async ({ page, chat }) => {
  expect(await tell(page, 'paste', { files: [PICTURE] })).toBe(false);
  await expect(chat.own.getByRole('img')).toHaveCount(1);
  await chat.list.focus();
  await tell(page, 'paste', { files: [PICTURE] });
  await expect(chat.own.getByRole('img')).toHaveCount(2);
});

test('text in the clipboard is text, with a picture of it or without', async ({
  page,
  context,
  chat,
  provider,
}) => {
  expect(await tell(page, 'paste', { files: [PICTURE], text: 'Salam' })).toBe(true);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate(() => navigator.clipboard.writeText('Sağ olun\nsalamat qalın'));
  await chat.input.focus();
  await page.keyboard.press('Control+V');
  await expect(chat.input).toHaveValue('Sağ olun\nsalamat qalın');
  expect(provider.ledger.requests('upload')).toEqual([]);
});

test('while something is on its way a picture is not taken', async ({ page, chat, provider }) => {
  const sending = await hold(page, '**/api/66/send');
  await chat.say('Salam');
  await sending.asked;
  await tell(page, 'dragenter', { files: [PICTURE] });
  await expect(page.getByText(OVERLAY)).toBeHidden();
  expect(await tell(page, 'drop', { files: [PICTURE] })).toBe(false);
  expect(await tell(page, 'paste', { files: [PICTURE] })).toBe(true);
  sending.release();
  await chat.shows('Salam');
  expect(provider.ledger.requests('upload')).toEqual([]);
});
