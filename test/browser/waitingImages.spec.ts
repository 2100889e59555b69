import type { Page } from '@playwright/test';
import { expect, test } from '../support/browser/fixtures';
import { dispatch, toDropped, imageFile } from '../support/browser/images';

/** Drops images on the page. */
const drop = (page: Page, ...names: string[]) =>
  dispatch(page, 'drop', { files: names.map((name) => toDropped(imageFile({ name }))) });

/** Records the blob URLs of the page. @returns reads those that are not revoked */
async function recordBlobUrls(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const urls = new Set<string>();
    const createObjectURL = URL.createObjectURL.bind(URL);
    const revokeObjectURL = URL.revokeObjectURL.bind(URL);
    URL.createObjectURL = (blob) => {
      const url = createObjectURL(blob);
      urls.add(url);
      return url;
    };
    URL.revokeObjectURL = (url) => {
      urls.delete(url);
      revokeObjectURL(url);
    };
    Object.assign(window, { blobUrls: urls });
  });
  return () => page.evaluate(() => [...(Reflect.get(window, 'blobUrls') as Set<string>)]);
}

test.describe('Waiting images', () => {
  test('show a thumbnail of 64 px with a remove button of 44 px, and are removed', async ({
    page,
    chat,
    provider,
  }) => {
    await chat.open();
    await drop(page, 'a.png', 'b.png');
    const thumbnail = chat.waiting.first().getByRole('img', { name: 'a.png' });
    await expect(thumbnail).toHaveJSProperty('naturalWidth', 320);
    await expect(thumbnail).toHaveCSS('object-fit', 'cover');
    const frame = await thumbnail.locator('..').boundingBox();
    expect(frame).toMatchObject({ width: 64, height: 64 });
    const remove = page.getByRole('button', { name: 'Şəkli sil: a.png' });
    expect(await remove.boundingBox()).toMatchObject({ width: 44, height: 44 });
    await remove.click();
    await expect(chat.waiting).toHaveCount(1);
    await expect(chat.input).toBeFocused();
    await page.getByRole('button', { name: 'Şəkli sil: b.png' }).click();
    await expect(chat.waiting).toHaveCount(0);
    await expect(chat.send).toBeDisabled();
    expect(provider.ledger.requests('upload')).toEqual([]);
  });

  test('only sent images disappear when an upload fails, and the text stays', async ({
    page,
    chat,
    provider,
    log,
  }) => {
    log.expectErrors('Sending an image failed: 500');
    await chat.open();
    await chat.input.fill('Qəbzlər budur.');
    await drop(page, 'a.png', 'b.png', 'c.png');
    provider.switches.calls.upload = [{ times: 1 }, { status: 500, times: 1 }];
    await chat.send.click();
    await expect(chat.own).toHaveCount(1);
    await expect(chat.input).toBeEnabled();
    await expect(chat.waiting.getByRole('img')).toHaveCount(2);
    await expect(page.getByRole('img', { name: 'b.png' })).toBeVisible();
    await expect(chat.input).toHaveValue('Qəbzlər budur.');
    await expect(chat.input).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(chat.own).toHaveCount(4);
    await expect(chat.waiting).toHaveCount(0);
    await expect(chat.input).toHaveValue('');
  });

  test('cancelling an upload keeps the text and the images, and they can be sent again', async ({
    page,
    chat,
    provider,
  }) => {
    await chat.open();
    await chat.input.fill('Qəbzlər budur.');
    await drop(page, 'a.png', 'b.png');
    provider.switches.calls.upload = { end: 'hang' };
    await chat.input.press('Enter');
    await expect.poll(() => provider.ledger.requests('upload')).toHaveLength(1);
    await expect(page.getByRole('button', { name: 'Şəkli sil: a.png' })).toBeDisabled();
    expect(await chat.cancel.boundingBox()).toMatchObject({ width: 44, height: 44 });
    await chat.cancel.click();
    await expect(chat.input).toBeFocused();
    await expect(chat.input).toHaveValue('Qəbzlər budur.');
    await expect(chat.waiting).toHaveCount(2);
    await expect(page.getByRole('progressbar')).toBeHidden();
    expect(provider.ledger.requests('send')).toEqual([]);
    provider.switches.calls.upload = undefined;
    await page.keyboard.press('Enter');
    await expect(chat.own).toHaveCount(3);
  });

  test('no image and no blob URL is left when another tab logs out', async ({
    page,
    context,
    chat,
    login,
  }) => {
    const blobUrls = await recordBlobUrls(page);
    // A response without content leaves the page where it is, so that its state can be read.
    await page.route('**/login', (route) => route.fulfill({ status: 204 }));
    await chat.open();
    await drop(page, 'a.png');
    await expect(chat.waiting).toHaveCount(1);
    const other = await context.newPage();
    await other.goto('/favicon.svg');
    await other.evaluate(() => {
      localStorage.removeItem('token');
    });
    await expect(login.phone).toBeVisible();
    await expect(chat.waiting).toHaveCount(0);
    expect(await blobUrls()).toEqual([]);
  });

  test('the browser asks before a reload loses an image, and not after it was sent', async ({
    page,
    chat,
  }) => {
    const questions: string[] = [];
    page.on('dialog', (dialog) => {
      questions.push(dialog.type());
      void dialog.dismiss();
    });
    await chat.open();
    await drop(page, 'a.png');
    // Chromium asks only on a page that the customer has used.
    await chat.input.click();
    await page.evaluate(() => {
      location.reload();
    });
    await expect.poll(() => questions).toEqual(['beforeunload']);
    await expect(chat.waiting).toHaveCount(1);
    await chat.send.click();
    await expect(chat.own).toHaveCount(1);
    await page.reload();
    await chat.waitUntilConnected();
    expect(questions).toEqual(['beforeunload']);
  });
});
