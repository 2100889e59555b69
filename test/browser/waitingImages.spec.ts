import type { Page } from '@playwright/test';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { expect, test } from '../support/browser/fixtures';
import { dispatch, imageFile } from '../support/browser/images';
import { hold } from '../support/page/page';

const OVERLAY = 'Şəkli əlavə etmək üçün bura buraxın';
const REFUSAL = 'Yalnız şəkil göndərmək olar';
const IMAGE = imageFile({ name: 'a.png' });
const TEXT_FILE = { name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.alloc(0) };

/** Drops files and folders of this machine at the middle of the page, as a file manager does. */
async function dropPaths(page: Page, files: string[]): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  const data = { items: [], files, dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await devtools.send('Input.dispatchDragEvent', { type, x: width / 2, y: height / 2, data });
}

/** Drops images on the page. @returns false if the page called `preventDefault` */
const drop = (page: Page, ...names: string[]) => {
  const images = names.map((name) => imageFile({ name }));
  return dispatch(page, 'drop', images);
};

test.beforeEach(({ chat }) => chat.open());

test.describe('Drag and drop', () => {
  test('shows an overlay until an image is dropped', async ({ page, chat, provider }) => {
    const overlay = page.getByText(OVERLAY);
    await dispatch(page, 'dragenter', [IMAGE]);
    await expect(overlay).toBeVisible();
    const catchesPointer = await overlay.evaluate((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    });
    expect(catchesPointer, 'which would end the drag').toBe(false);
    await drop(page, 'a.png');
    await expect(overlay).toBeHidden();
    await expect(chat.waiting).toHaveCount(1);
    expect(provider.ledger.requests('upload')).toEqual([]);
    await chat.send.click();
    await expect(chat.own.getByRole('img')).toHaveCount(1);
    expect(provider.ledger.requests('upload')).toHaveLength(1);
  });

  test('refuses a folder, and sends the shown image even if its file has been deleted', async ({
    page,
    chat,
  }, testInfo) => {
    const folder = testInfo.outputPath('folder.png');
    const file = testInfo.outputPath('file.png');
    await mkdir(folder);
    await writeFile(file, IMAGE.buffer);
    await dropPaths(page, [folder, file]);
    await expect(chat.waiting).toHaveCount(1);
    await expect(page.getByText(REFUSAL)).toBeVisible();
    await expect(chat.waiting.getByRole('img', { name: 'file.png' })).toBeVisible();
    await rm(file);
    await chat.send.click();
    await expect(chat.own.getByRole('img')).toHaveJSProperty('naturalWidth', 320);
  });
});

test('The refusal of a picked file that is no image is shown until the next key', async ({
  page,
  chat,
}) => {
  await chat.pick(TEXT_FILE, IMAGE);
  const refusal = page.getByRole('status').filter({ hasText: REFUSAL });
  await expect(refusal).toBeVisible();
  await expect(chat.own).toHaveCount(1);
  await page.keyboard.press('x');
  await expect(refusal).toBeHidden();
  await expect(chat.input).toHaveValue('x');
});

test('An image that is pasted during a send waits for the next one', async ({
  page,
  chat,
  provider,
}) => {
  const sending = await hold(page, '**/api/66/send');
  await chat.say('Salam');
  await sending.requested;
  await page.keyboard.type('bu');
  await page.keyboard.press('Enter');
  await dispatch(page, 'paste', [IMAGE]);
  await expect(chat.waiting).toHaveCount(1);
  sending.release();
  await chat.expectTexts('Salam', 'bu');
  await expect(chat.waiting).toHaveCount(1);
  expect(provider.ledger.requests('upload')).toEqual([]);
  await chat.list.focus();
  await dispatch(page, 'paste', [IMAGE]);
  await expect(chat.waiting).toHaveCount(2);
  await expect(chat.input).toBeFocused();
});

test.describe('Waiting images', () => {
  test('scroll into view, the last at once, and are removed', async ({ page, chat, provider }) => {
    await page.setViewportSize({ width: 320, height: 568 });
    await drop(page, ...Array.from({ length: 10 }, (_, number) => `${number}.png`));
    const [first, last] = [chat.waiting.first(), chat.waiting.last()];
    await expect(last.getByRole('button')).toBeInViewport({ ratio: 1 });
    await expect(first).not.toBeInViewport();
    await last.hover();
    await page.mouse.wheel(-2_000, 0);
    await expect(first.getByRole('button')).toBeInViewport({ ratio: 1 });
    await page.getByRole('button', { name: 'Şəkli çıxar: 0.png' }).click();
    await expect(chat.input).toBeFocused();
    await page.getByRole('button', { name: 'Şəkli çıxar: 1.png' }).press('Enter');
    await expect(chat.waiting).toHaveCount(8);
    await expect(chat.input).toBeFocused();
    expect(provider.ledger.requests('upload')).toEqual([]);
  });

  test('stay if an upload fails or is cancelled', async ({ page, chat, provider, log }) => {
    log.expectErrors('Sending an image failed: 500');
    await chat.input.fill('Qəbzlər budur.');
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
    await expect(page.getByRole('button', { name: 'Şəkli çıxar: b.png' })).toBeDisabled();
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

  test('and the progress ease in and out, but disappear at once with a new message', async ({
    page,
    chat,
    provider,
  }) => {
    await page.evaluate(() =>
      document.addEventListener('transitionrun', ({ propertyName }) => {
        const { eased = '' } = document.body.dataset;
        if (propertyName.endsWith('height'))
          document.body.dataset.eased = `${eased} ${propertyName}`;
      }),
    );
    const body = page.locator('body');
    const expectEased = (...properties: string[]) =>
      expect(body).toHaveAttribute('data-eased', ` ${properties.join(' ')}`);
    await drop(page, 'a.png');
    await expectEased('min-height');
    await page.getByRole('button', { name: 'Şəkli çıxar: a.png' }).click();
    await expectEased('min-height', 'min-height');
    provider.switches.calls.upload = { end: 'hang' };
    await chat.pick(IMAGE);
    await expectEased('min-height', 'min-height', 'height');
    await chat.cancel.click();
    const alone = ['min-height', 'min-height', 'height', 'height'];
    await expectEased(...alone);
    await drop(page, 'b.png');
    await expectEased(...alone, 'min-height');
    const send = await hold(page, '**/api/66/send');
    provider.switches.calls.upload = undefined;
    await chat.send.click();
    await send.requested;
    await expectEased(...alone, 'min-height', 'height');
    send.release();
    await expect(chat.own).toHaveCount(1);
    await expect(chat.input).toBeEnabled();
    await expect(chat.waiting).toHaveCount(0);
    // Transitions begin in the next frame.
    await page.evaluate(
      () => new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go))),
    );
    await expectEased(...alone, 'min-height', 'height');
  });

  test('make the page ask before a logout, in a modal dialog', async ({ page, chat, provider }) => {
    await chat.input.fill('salam');
    await chat.logout.click();
    await expect(page.getByText(/^Göndərilməmiş mesaj var/)).toBeVisible();
    await page.keyboard.press('Escape');
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
});

test.describe('On a touch screen', () => {
  test.use({ hasTouch: true, isMobile: true });

  test('the input has the focus after an image was attached or removed by key', async ({
    page,
    chat,
  }) => {
    // Playwright needs a moment before it catches dialogs, so the wait begins before the key press.
    const dialog = page.waitForEvent('filechooser');
    await drop(page, 'a.png', 'b.png');
    const remove = (name: string) => page.getByRole('button', { name: `Şəkli çıxar: ${name}` });
    await remove('a.png').tap();
    await expect(chat.waiting).toHaveCount(1);
    await expect(chat.input).not.toBeFocused();
    await page.keyboard.press('Tab');
    await remove('b.png').press('Enter');
    await expect(chat.waiting).toHaveCount(0);
    await expect(chat.input).toBeFocused();
    await page.keyboard.press('Shift+Tab');
    await expect(chat.attach).toBeFocused();
    await page.keyboard.press('Enter');
    await (await dialog).setFiles([IMAGE]);
    await expect(chat.own).toHaveCount(1);
    await expect(chat.input).toBeFocused();
  });
});
