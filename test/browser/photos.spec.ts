import type { Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Provider } from '../stand-in/provider';
import { expect, test, type Customer } from '../support/browser/fixtures';

const FILE = path.join(__dirname, '../support/images/photo-4000x3000.jpg');

/** A rotated photo with a location. Bytes after its end make it larger than 2 MB. */
const PHOTO = {
  name: 'foto.jpg',
  mimeType: 'image/jpeg',
  buffer: Buffer.concat([readFileSync(FILE), Buffer.alloc(2_100_000)]),
};

/** The bytes of the customer's image `index`, counted from 0, as the provider has stored them. */
async function storedImage(provider: Provider, { id }: Customer, index = 0): Promise<Buffer> {
  await expect.poll(() => provider.conversation(id)).toHaveLength(index + 1);
  const { imageUrl } = provider.conversation(id)[index] ?? {};
  const response = await fetch(`${provider.url}/${imageUrl ?? ''}`);
  return Buffer.from(await response.arrayBuffer());
}

test('Photos over 2 MB are re-encoded in a worker: smaller, upright, without the location', async ({
  page,
  chat,
  provider,
  customer,
}) => {
  await chat.open();
  let workers = 0;
  page.on('worker', () => (workers += 1));
  await chat.pick(PHOTO);
  const stored = await storedImage(provider, customer);
  expect(workers).toBe(1);
  expect(stored.length).toBeLessThan(PHOTO.buffer.length / 10);
  expect([PHOTO.buffer, stored].map((bytes) => bytes.includes('Exif'))).toEqual([true, false]);
  const image = chat.own.getByRole('img');
  await expect(image).toHaveJSProperty('naturalWidth', 1_920);
  await expect(image).toHaveJSProperty('naturalHeight', 2_560);
});

/** Draws a long screenshot of small lines of text on noise, as a JPEG over 2 MB. */
const longScreenshot = async (page: Page, height: number) => {
  const url = await page.evaluate((pixels) => {
    const [canvas, tile] = [document.createElement('canvas'), document.createElement('canvas')];
    Object.assign(canvas, { width: 1_080, height: pixels });
    Object.assign(tile, { width: 256, height: 256 });
    const noise = Uint8ClampedArray.from(
      { length: 256 * 256 * 4 },
      () => 128 + 127 * Math.random(),
    );
    tile.getContext('2d')?.putImageData(new ImageData(noise, 256), 0, 0);
    const context = canvas.getContext('2d');
    const pattern = context?.createPattern(tile, 'repeat');
    if (!context || !pattern) throw new Error('no canvas');
    Object.assign(context, { fillStyle: '#ffffff', font: '22px sans-serif' });
    context.fillRect(0, 0, 1_080, pixels);
    context.fillStyle = pattern;
    context.fillRect(540, 0, 540, pixels);
    context.fillStyle = '#000000';
    for (let y = 30; y < pixels; y += 30)
      context.fillText(`${String(y)}. 05.03.2026 Ödəniş 1 234,56 AZN, qalıq 789,01 AZN`, 10, y);
    return canvas.toDataURL('image/jpeg', 0.95);
  }, height);
  const buffer = Buffer.from(url.slice(url.indexOf(',')), 'base64');
  return { name: 'ekran.jpg', mimeType: 'image/jpeg', buffer };
};

test('Long screenshots keep their width of 1,080 px when they are re-encoded', async ({
  page,
  chat,
  provider,
  customer,
}) => {
  await chat.open();
  for (const [index, height] of [8_000, 14_000, 25_000].entries())
    await test.step(`1080 x ${height}`, async () => {
      const screenshot = await longScreenshot(page, height);
      expect(screenshot.buffer.length).toBeGreaterThan(2_000_000);
      await chat.pick(screenshot);
      const stored = await storedImage(provider, customer, index);
      expect(stored.length).toBeLessThan(screenshot.buffer.length);
      // A blank image would be smaller.
      expect(stored.length).toBeGreaterThan(screenshot.buffer.length / 10);
      const image = chat.own.nth(index).getByRole('img');
      await expect(image).toHaveJSProperty('naturalWidth', 1_080);
      await expect(image).toHaveJSProperty('naturalHeight', height);
    });
});

test('Photos are uploaded as they are if the worker cannot be loaded', async ({
  page,
  chat,
  provider,
  customer,
  log,
}) => {
  log.expectErrors();
  await page.route('**/photo.*.js', (route) => route.abort());
  await chat.open();
  await chat.pick(PHOTO);
  expect((await storedImage(provider, customer)).equals(PHOTO.buffer)).toBe(true);
});
