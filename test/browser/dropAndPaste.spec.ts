import type { Locator, Page } from '@playwright/test';
import { mkdir, writeFile } from 'node:fs/promises';
import { expect, test } from '../support/browser/fixtures';
import { hold } from '../support/page/page';
import { dispatch, dropPaths, toDropped, imageFile, uploadImage } from '../support/browser/images';

const OVERLAY = 'Şəkli göndərmək üçün bura buraxın';
const IMAGE = toDropped(imageFile({ name: 'a.png' }));
const TEXT_FILE = { name: 'a.txt', type: 'text/plain', bytes: '' };

/**
 * Starts to drag an element with the mouse. The button stays down.
 * @returns the types of the `dataTransfer`; none if the browser fires no `dragstart`
 */
const startDrag = async (page: Page, element: Locator) => {
  const carried = await page.evaluateHandle(() => {
    const types: string[] = [];
    document.addEventListener('dragstart', ({ dataTransfer }) => {
      types.push(...(dataTransfer?.types ?? []));
    });
    return types;
  });
  // The remove button covers the centre of a waiting image.
  await element.hover({ position: { x: 8, y: 50 } });
  await page.mouse.down();
  await page.mouse.move(20, 20, { steps: 5 });
  return carried.jsonValue();
};

test.describe('Dropped and pasted images', () => {
  test.beforeEach(async ({ chat }) => {
    await chat.open();
  });

  test('a dragged image shows an overlay and waits when dropped', async ({
    page,
    chat,
    provider,
  }) => {
    const overlay = page.getByText(OVERLAY);
    await dispatch(page, 'dragenter', { files: [IMAGE] });
    await expect(overlay).toBeVisible();
    expect(await dispatch(page, 'dragover', { files: [IMAGE] })).toBe(false);
    expect(await dispatch(page, 'drop', { files: [IMAGE] })).toBe(false);
    await expect(overlay).toBeHidden();
    await expect(chat.waiting).toHaveCount(1);
    expect(provider.ledger.requests('upload')).toEqual([]);
    await chat.send.click();
    await expect(chat.own.getByRole('img')).toHaveCount(1);
    expect(provider.ledger.requests('upload')).toHaveLength(1);
  });

  test('the overlay’s label does not catch the pointer, which would end the drag', async ({
    page,
  }) => {
    await dispatch(page, 'dragenter', { files: [IMAGE] });
    const label = page.getByText(OVERLAY);
    await expect(label).toBeVisible();
    const catchesPointer = await label.evaluate((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    });
    expect(catchesPointer).toBe(false);
  });

  test('dragging a thumbnail carries no file and shows no overlay', async ({
    page,
    chat,
    provider,
    customer,
  }) => {
    const imageUrl = await uploadImage(provider, customer.token);
    provider.operator.send(customer.id, { imageUrl });
    await dispatch(page, 'drop', { files: [IMAGE] });
    for (const item of [chat.messages, chat.waiting]) {
      const thumbnail = item.getByRole('img');
      await expect(thumbnail).toHaveJSProperty('complete', true);
      expect(await startDrag(page, thumbnail)).not.toContain('Files');
      await expect(page.getByText(OVERLAY)).toBeHidden();
      await page.mouse.up();
    }
  });

  test('several dropped images are sent one after the other, other files are not', async ({
    page,
    chat,
    provider,
  }) => {
    await dispatch(page, 'drop', { files: [IMAGE, TEXT_FILE, IMAGE, IMAGE] });
    await expect(chat.waiting).toHaveCount(3);
    await chat.send.click();
    await expect(chat.own.getByRole('img')).toHaveCount(3);
    const calls = provider.ledger.of('request').map(({ call }) => call);
    expect(calls.filter((call) => call === 'upload' || call === 'send')).toEqual(
      Array.from({ length: 3 }, () => ['upload', 'send']).flat(),
    );
  });

  for (const [event, endDrag] of [
    ['leaves the page', (page: Page) => dispatch(page, 'dragleave', { files: [IMAGE] })],
    ['ends without an event and the pointer moves', (page: Page) => page.mouse.move(100, 100)],
    ['is cancelled with Escape', (page: Page) => page.keyboard.press('Escape')],
  ] as const) {
    test(`the overlay disappears when the drag ${event}`, async ({ page, provider }) => {
      await dispatch(page, 'dragenter', { files: [IMAGE] });
      await expect(page.getByText(OVERLAY)).toBeVisible();
      await endDrag(page);
      await expect(page.getByText(OVERLAY)).toBeHidden();
      expect(provider.ledger.requests('upload')).toEqual([]);
    });
  }

  test('a drag has the effect none if all its files are of another type than an image', async ({
    page,
  }) => {
    // A script's own DataTransfer keeps the effect `none`, whatever is assigned.
    await page.evaluate(() => {
      Object.defineProperty(DataTransfer.prototype, 'dropEffect', {
        set: (effect: string) => (document.title = effect),
      });
    });
    for (const [name, files, overlay, dropEffect] of [
      ['text', [TEXT_FILE], 'Yalnız şəkil göndərmək olar', 'none'],
      ['text and an image', [TEXT_FILE, IMAGE], OVERLAY, 'copy'],
      ['an unknown type', [{ ...TEXT_FILE, type: '' }], OVERLAY, 'copy'],
    ] as const) {
      await test.step(name, async () => {
        await dispatch(page, 'dragenter', { files: [...files] });
        await expect(page.getByText(overlay)).toBeVisible();
        await dispatch(page, 'dragover', { files: [...files] });
        await expect(page).toHaveTitle(dropEffect);
        await dispatch(page, 'dragleave', { files: [...files] });
        await expect(page.getByText(overlay)).toBeHidden();
        await page.evaluate(() => (document.title = ''));
      });
    }
  });

  test('a dropped folder is skipped, even if its name is that of an image', async ({
    page,
    chat,
  }, testInfo) => {
    const folder = testInfo.outputPath('folder.png');
    const file = testInfo.outputPath('file.png');
    await mkdir(folder);
    await writeFile(file, imageFile().buffer);
    await dropPaths(page, [folder, file]);
    await expect(chat.waiting).toHaveCount(1);
    await expect(chat.waiting.getByRole('img', { name: 'file.png' })).toBeVisible();
    await chat.send.click();
    await expect(chat.own.getByRole('img')).toHaveCount(1);
  });

  test('a pasted image waits, wherever the focus is, and the input gets the focus', async ({
    page,
    chat,
  }) => {
    await chat.list.focus();
    expect(await dispatch(page, 'paste', { files: [IMAGE] })).toBe(false);
    await expect(chat.waiting).toHaveCount(1);
    await expect(chat.input).toBeFocused();
    await dispatch(page, 'paste', { files: [IMAGE] });
    await expect(chat.waiting).toHaveCount(2);
    await page.keyboard.press('Enter');
    await expect(chat.own.getByRole('img')).toHaveCount(2);
  });

  test('pasted text goes into the input, even if the clipboard also holds an image of it', async ({
    page,
    context,
    chat,
    provider,
  }) => {
    expect(await dispatch(page, 'paste', { files: [IMAGE], text: 'Salam' })).toBe(true);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.evaluate(() => navigator.clipboard.writeText('Sağ olun\nsalamat qalın'));
    await chat.input.focus();
    await page.keyboard.press('Control+V');
    await expect(chat.input).toHaveValue('Sağ olun\nsalamat qalın');
    expect(provider.ledger.requests('upload')).toEqual([]);
  });

  test('an image is ignored while a message is being sent', async ({ page, chat, provider }) => {
    const sending = await hold(page, '**/api/66/send');
    await chat.say('Salam');
    await sending.requested;
    await dispatch(page, 'dragenter', { files: [IMAGE] });
    await expect(page.getByText(OVERLAY)).toBeHidden();
    expect(await dispatch(page, 'drop', { files: [IMAGE] })).toBe(false);
    expect(await dispatch(page, 'paste', { files: [IMAGE] })).toBe(true);
    sending.release();
    await chat.expectTexts('Salam');
    await expect(chat.waiting).toHaveCount(0);
    expect(provider.ledger.requests('upload')).toEqual([]);
  });
});
