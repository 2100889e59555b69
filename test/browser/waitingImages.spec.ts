import type { Page } from '@playwright/test';
import type { CustomerChat } from '../support/browser/customerChat';
import { expect, test } from '../support/browser/fixtures';
import { dispatch, toDropped } from '../support/browser/dropped';
import { imageFile } from '../support/browser/images';

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

  test('are announced with their number', async ({ page, chat }) => {
    await chat.open();
    await drop(page, 'a.png', 'b.png');
    await expect(page.locator('[aria-live=polite]', { hasText: 'Göndəriləcək' })).toHaveText(
      'Göndəriləcək şəkillər: 2',
    );
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

  test('a picked image is sent at once, and the waiting images stay', async ({ page, chat }) => {
    await chat.open();
    await drop(page, 'a.png');
    await chat.pick(imageFile({ name: 'b.png' }));
    await expect(chat.own).toHaveCount(1);
    await expect(chat.waiting.getByRole('img', { name: 'a.png' })).toBeVisible();
  });

  test('no blob URL is left when an image is removed or sent', async ({ page, chat }) => {
    const blobUrls = await recordBlobUrls(page);
    await chat.open();
    await drop(page, 'a.png', 'b.png');
    await expect(chat.waiting).toHaveCount(2);
    expect(await blobUrls()).toHaveLength(2);
    await page.getByRole('button', { name: 'Şəkli sil: a.png' }).click();
    await expect.poll(blobUrls).toHaveLength(1);
    await chat.send.click();
    await expect(chat.own).toHaveCount(1);
    expect(await blobUrls()).toEqual([]);
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

  for (const [title, leave] of [
    ['the customer logs out', (chat: CustomerChat) => chat.logOut()],
    [
      'another customer signs in in another tab',
      async ({ page }: CustomerChat, otherToken: string) => {
        const other = await page.context().newPage();
        await other.goto('/favicon.svg');
        const reloaded = page.waitForEvent('domcontentloaded');
        await other.evaluate((token) => {
          localStorage.setItem('token', token);
        }, otherToken);
        await reloaded;
      },
    ],
    [
      'another tab logs out',
      async ({ page }: CustomerChat) => {
        const other = await page.context().newPage();
        await other.goto('/favicon.svg');
        const loaded = page.waitForEvent('domcontentloaded');
        await other.evaluate(() => {
          localStorage.removeItem('token');
        });
        await loaded;
      },
    ],
  ] as const) {
    test(`the browser does not ask when ${title}`, async ({ page, chat, provider }) => {
      const questions: string[] = [];
      page.on('dialog', (dialog) => {
        questions.push(dialog.type());
        void dialog.accept();
      });
      await chat.open();
      await drop(page, 'a.png');
      await chat.input.click();
      await expect(chat.waiting).toHaveCount(1);
      await leave(chat, provider.tokenFor('+994507654321'));
      expect(questions).toEqual([]);
    });
  }
});
