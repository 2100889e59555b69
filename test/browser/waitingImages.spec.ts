import type { Locator, Page } from '@playwright/test';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { expect, test } from '../support/browser/fixtures';
import { dispatch, dropPaths, imageFile, uploadImage } from '../support/browser/images';
import { hold } from '../support/page/page';

const OVERLAY = 'Şəkli göndərmək üçün bura buraxın';
const IMAGE = imageFile({ name: 'a.png' });
const TEXT_FILE = { name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.alloc(0) };

/** Drops images on the page. @returns false if the page called `preventDefault` */
const drop = (page: Page, ...names: string[]) =>
  dispatch(
    page,
    'drop',
    names.map((name) => imageFile({ name })),
  );

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

test.describe('Drag and drop', () => {
  test.beforeEach(async ({ chat }) => {
    await chat.open();
  });

  test('shows an overlay, which does not catch the pointer, until an image is dropped', async ({
    page,
    chat,
    provider,
  }) => {
    const overlay = page.getByText(OVERLAY);
    await dispatch(page, 'dragenter', [IMAGE]);
    await expect(overlay).toBeVisible();
    const catchesPointer = await overlay.evaluate((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    });
    expect(catchesPointer, 'which would end the drag').toBe(false);
    expect(await dispatch(page, 'dragover', [IMAGE])).toBe(false);
    expect(await drop(page, 'a.png')).toBe(false);
    await expect(overlay).toBeHidden();
    await expect(chat.waiting).toHaveCount(1);
    expect(provider.ledger.requests('upload')).toEqual([]);
    await chat.send.click();
    await expect(chat.own.getByRole('img')).toHaveCount(1);
    expect(provider.ledger.requests('upload')).toHaveLength(1);
  });

  for (const [event, endDrag] of [
    ['leaves the page', (page: Page) => dispatch(page, 'dragleave', [IMAGE])],
    ['ends without an event and the pointer moves', (page: Page) => page.mouse.move(100, 100)],
    ['is cancelled with Escape', (page: Page) => page.keyboard.press('Escape')],
  ] as const) {
    test(`hides the overlay when the drag ${event}`, async ({ page, provider }) => {
      await dispatch(page, 'dragenter', [IMAGE]);
      await expect(page.getByText(OVERLAY)).toBeVisible();
      await endDrag(page);
      await expect(page.getByText(OVERLAY)).toBeHidden();
      expect(provider.ledger.requests('upload')).toEqual([]);
    });
  }

  test('of a thumbnail shows no overlay', async ({ page, chat, provider, customer }) => {
    chat.operatorSays(null, await uploadImage(provider, customer));
    await drop(page, 'a.png');
    for (const item of [chat.messages, chat.waiting]) {
      const thumbnail = item.getByRole('img');
      await expect(thumbnail).toHaveJSProperty('complete', true);
      expect(await startDrag(page, thumbnail)).not.toContain('Files');
      await expect(page.getByText(OVERLAY)).toBeHidden();
      await page.mouse.up();
    }
  });

  test('has the effect none if all files are of another type than an image', async ({ page }) => {
    // A script's own DataTransfer keeps the effect `none`, whatever is assigned.
    await page.evaluate(() => {
      Object.defineProperty(DataTransfer.prototype, 'dropEffect', {
        set: (effect: string) => (document.title = effect),
      });
    });
    for (const [name, files, overlay, dropEffect] of [
      ['text', [TEXT_FILE], 'Yalnız şəkil göndərmək olar', 'none'],
      ['text and an image', [TEXT_FILE, IMAGE], OVERLAY, 'copy'],
      ['an unknown type', [{ ...TEXT_FILE, mimeType: '' }], OVERLAY, 'copy'],
    ] as const) {
      await test.step(name, async () => {
        await dispatch(page, 'dragenter', [...files]);
        await expect(page.getByText(overlay)).toBeVisible();
        // A line through the icon, which forced colours keep.
        const line = await page
          .getByText(overlay)
          .evaluate((label) => getComputedStyle(label, '::before').borderTopStyle);
        expect(line).toBe(dropEffect === 'none' ? 'solid' : 'none');
        await dispatch(page, 'dragover', [...files]);
        await expect(page).toHaveTitle(dropEffect);
        await dispatch(page, 'dragleave', [...files]);
        await expect(page.getByText(overlay)).toBeHidden();
        await page.evaluate(() => (document.title = ''));
      });
    }
  });

  test('skips a folder, and sends the shown image even if its file has been deleted', async ({
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
    await rm(file);
    await chat.send.click();
    await expect(chat.own.getByRole('img')).toHaveJSProperty('naturalWidth', 320);
  });

  test('of a link or text of another page is refused outside the input', async ({ page, chat }) => {
    for (const type of ['dragenter', 'dragover', 'drop'])
      expect(await dispatch(page, type, [], 'https://a.az'), type).toBe(false);
    for (const type of ['dragover', 'drop'])
      expect(await dispatch(page, type, [], undefined, chat.input), type).toBe(true);
  });

  test('of a file without a type is accepted if its first bytes are those of an image', async ({
    page,
    chat,
    provider,
  }) => {
    await dispatch(page, 'drop', [
      { ...TEXT_FILE, mimeType: '' },
      { ...IMAGE, name: 'foto', mimeType: '' },
    ]);
    await expect(chat.waiting).toHaveCount(1);
    await expect(chat.waiting.getByRole('img', { name: 'foto' })).toBeVisible();
    await chat.send.click();
    await expect(chat.own).toHaveCount(1);
    expect(provider.ledger.requests('upload')).toHaveLength(1);
  });

  test('is ignored while a message is being sent; a pasted image waits for the next one', async ({
    page,
    chat,
    provider,
  }) => {
    const sending = await hold(page, '**/api/66/send');
    await chat.say('Salam');
    await sending.requested;
    await dispatch(page, 'dragenter', [IMAGE]);
    await expect(page.getByText(OVERLAY)).toBeHidden();
    expect(await drop(page, 'a.png')).toBe(false);
    await page.keyboard.type('bu');
    await page.keyboard.press('Enter');
    expect(await dispatch(page, 'paste', [IMAGE])).toBe(false);
    await expect(chat.waiting).toHaveCount(1);
    sending.release();
    await chat.expectTexts('Salam', 'bu');
    await expect(chat.waiting).toHaveCount(1);
    await expect(chat.input).toBeFocused();
    expect(provider.ledger.requests('upload')).toEqual([]);
  });
});

for (const [way, add] of [
  ['pasted', (page: Page) => dispatch(page, 'paste', [TEXT_FILE, IMAGE])],
  ['dropped', (page: Page) => dispatch(page, 'drop', [TEXT_FILE, IMAGE])],
  ['picked', (page: Page) => page.locator('input[type=file]').setInputFiles([TEXT_FILE, IMAGE])],
] as const)
  test(`A file that is no image, ${way} beside one, is refused until the next key`, async ({
    page,
    chat,
  }) => {
    await chat.open();
    await add(page);
    const refusal = page.getByRole('status').filter({ hasText: 'Yalnız şəkil göndərmək olar' });
    await expect(refusal).toBeVisible();
    await expect(way === 'picked' ? chat.own : chat.waiting).toHaveCount(1);
    await page.keyboard.press('x');
    await expect(refusal).toBeHidden();
    await expect(chat.input).toHaveValue('x');
  });

test.describe('Paste', () => {
  test.beforeEach(async ({ chat }) => {
    await chat.open();
  });

  test('of an image waits wherever the focus is, and focuses the input', async ({ page, chat }) => {
    await chat.list.focus();
    expect(await dispatch(page, 'paste', [IMAGE])).toBe(false);
    await expect(chat.waiting).toHaveCount(1);
    await expect(chat.input).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(chat.own.getByRole('img')).toHaveCount(1);
  });

  for (const [what, text] of [
    ['the name of its file', 'a.png'],
    ['the name of another file', 'Fotolar/baza.JPG'],
    ['its URL', 'https://a.az/b/a.png'],
    ['white space', ' \n'],
  ] as const)
    test(`of an image waits if the text beside it is ${what}`, async ({ page, chat }) => {
      expect(await dispatch(page, 'paste', [IMAGE], text)).toBe(false);
      await expect(chat.waiting).toHaveCount(1);
      await expect(chat.input).toHaveValue('');
    });

  test('of text goes into the input, even if the clipboard also holds an image of it', async ({
    page,
    context,
    chat,
    provider,
  }) => {
    expect(await dispatch(page, 'paste', [IMAGE], 'Salam')).toBe(true);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.evaluate(() => navigator.clipboard.writeText('Sağ olun\nsalamat qalın'));
    await chat.input.focus();
    await page.keyboard.press('Control+V');
    await expect(chat.input).toHaveValue('Sağ olun\nsalamat qalın');
    expect(provider.ledger.requests('upload')).toEqual([]);
  });
});

test.describe('Waiting images', () => {
  test.beforeEach(async ({ chat }) => {
    await chat.open();
  });

  test('show a thumbnail of 64 px with a remove button of 44 px, and are removed', async ({
    page,
    chat,
    provider,
  }) => {
    await drop(page, 'a.png', 'b.png');
    const thumbnail = chat.waiting.first().getByRole('img', { name: 'a.png' });
    await expect(thumbnail).toHaveJSProperty('naturalWidth', 320);
    await expect(thumbnail).toHaveCSS('object-fit', 'cover');
    await expect(chat.waiting.first()).toHaveCSS('animation-name', 'enter');
    // The layout's size: a box during the animation has 64.00006 px.
    const frame = thumbnail.locator('..');
    await expect(frame).toHaveCSS('width', '64px');
    await expect(frame).toHaveCSS('height', '64px');
    const remove = page.getByRole('button', { name: 'Şəkli sil: a.png' });
    await expect(remove).toHaveCSS('width', '44px');
    await expect(remove).toHaveCSS('height', '44px');
    await remove.click();
    await expect(chat.waiting).toHaveCount(1);
    await expect(chat.input).toBeFocused();
    await page.getByRole('button', { name: 'Şəkli sil: b.png' }).press('Enter');
    await expect(chat.waiting).toHaveCount(0);
    await expect(chat.input).toBeFocused();
    await expect(chat.send).toBeDisabled();
    expect(provider.ledger.requests('upload')).toEqual([]);
  });

  test('scroll into view, the last ones at once and the others by the wheel', async ({
    page,
    chat,
  }) => {
    await page.setViewportSize({ width: 320, height: 568 });
    await drop(page, ...Array.from({ length: 10 }, (_, number) => `${number}.png`));
    const [first, last] = [chat.waiting.first(), chat.waiting.last()];
    await expect(last.getByRole('button')).toBeInViewport({ ratio: 1 });
    await expect(first).not.toBeInViewport();
    await last.hover();
    await page.mouse.wheel(-2_000, 0);
    await expect(first.getByRole('button')).toBeInViewport({ ratio: 1 });
  });

  test('stay with the text if they were not sent when an upload fails or is cancelled', async ({
    page,
    chat,
    provider,
    log,
  }) => {
    log.expectErrors('Sending an image failed: 500');
    await chat.input.fill('Qəbzlər budur.');
    await dispatch(page, 'drop', [TEXT_FILE]);
    await drop(page, 'a.png', 'b.png', 'c.png');
    provider.switches.calls.upload = [{ times: 1 }, { status: 500, times: 1 }, { end: 'hang' }];
    await chat.send.click();
    await expect(chat.own).toHaveCount(1);
    await expect(chat.input).toBeEnabled();
    await expect(chat.waiting.getByRole('img')).toHaveCount(2);
    await expect(page.getByRole('img', { name: 'b.png' })).toBeVisible();
    await expect(chat.input).toHaveValue('Qəbzlər budur.');
    await expect(chat.input).toBeFocused();

    await page.keyboard.press('Enter');
    await expect.poll(() => provider.ledger.requests('upload')).toHaveLength(3);
    await expect(page.getByRole('button', { name: 'Şəkli sil: b.png' })).toBeDisabled();
    await expect(chat.cancel).toHaveCSS('width', '44px');
    await expect(chat.cancel).toHaveCSS('height', '44px');
    await chat.cancel.click();
    await expect(chat.input).toBeFocused();
    await expect(chat.input).toHaveValue('Qəbzlər budur.');
    await expect(chat.waiting).toHaveCount(2);
    await expect(page.getByRole('progressbar')).toBeHidden();
    expect(provider.ledger.requests('send')).toHaveLength(1);

    provider.switches.calls.upload = undefined;
    await page.keyboard.press('Enter');
    await expect(chat.own).toHaveCount(4);
    await expect(chat.waiting).toHaveCount(0);
    await expect(chat.input).toHaveValue('');
  });

  test('make the page ask before a logout, in a modal dialog', async ({ page, chat, provider }) => {
    await drop(page, 'a.png');
    await expect(chat.waiting).toHaveCount(1);
    const question = page.getByRole('alertdialog', {
      name: 'Göndərilməmiş şəkil var. Yenə də çıxmaq istəyirsiniz?',
    });
    const stay = page.getByRole('button', { name: 'Qal' });
    for (const refuse of [() => stay.click(), () => page.keyboard.press('Escape')]) {
      await chat.logout.click();
      await expect(question).toBeVisible();
      await expect(stay).toBeFocused();
      expect(await question.evaluate((dialog) => dialog.matches(':modal'))).toBe(true);
      await refuse();
      await expect(question).toBeHidden();
      await expect(chat.logout).toBeFocused();
      await expect(chat.waiting).toHaveCount(1);
    }
    expect(provider.hub.connections()).toHaveLength(1);
    await chat.logout.click();
    // On a busy machine, the key can come before the event `close` of the dialog.
    await question.evaluate((dialog: HTMLDialogElement) => {
      dialog.close();
      if (document.activeElement instanceof HTMLElement) document.activeElement.click();
    });
    await page.getByRole('button', { name: 'Bəli, çıx' }).click();
    await expect(page).toHaveURL(/\/login$/);
  });

  test('make the browser ask before a reload, until they are sent', async ({ page, chat }) => {
    const questions: string[] = [];
    page.on('dialog', (dialog) => {
      questions.push(dialog.type());
      void dialog.dismiss();
    });
    await drop(page, 'a.png');
    // Chromium asks only on a page that the customer has used.
    await chat.input.click();
    await page.evaluate(() => location.reload());
    await expect.poll(() => questions).toEqual(['beforeunload']);
    await expect(chat.waiting).toHaveCount(1);
    await chat.send.click();
    await expect(chat.own).toHaveCount(1);
    await page.reload();
    await chat.waitUntilConnected();
    expect(questions).toEqual(['beforeunload']);
  });
});
