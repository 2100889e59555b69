import type { Page } from '@playwright/test';
import type { Provider } from '../stand-in/provider';
import { expect, test, type Customer } from '../support/browser/fixtures';
import { describeImage, drawJpeg, makeLarge, withExif } from '../support/browser/images';

/** The bytes of the customer's first, or `count`th, image, as the provider has stored them. */
async function storedImage(provider: Provider, { id }: Customer, count = 1): Promise<Buffer> {
  await expect.poll(() => provider.conversation(id)).toHaveLength(count);
  const { imageUrl } = provider.conversation(id)[count - 1] ?? {};
  const response = await fetch(`${provider.url}/${imageUrl ?? ''}`);
  return Buffer.from(await response.arrayBuffer());
}

const hasMetadata = (bytes: Buffer) => bytes.includes('Exif');

/** Counts the workers that the page has started. */
function countWorkers(page: Page): () => number {
  let count = 0;
  page.on('worker', () => (count += 1));
  return () => count;
}

test.describe('Photos', () => {
  test.beforeEach(async ({ chat }) => {
    await chat.open();
  });

  test('over 2 MB are re-encoded in a worker: smaller, upright, without the place', async ({
    page,
    chat,
    provider,
    customer,
  }) => {
    // Orientation 6: the left half of the stored pixels is the upper half of the photo.
    const photo = makeLarge(withExif(await drawJpeg(page, 4_000, 3_000), 6));
    expect(await describeImage(page, photo)).toMatchObject({ width: 3_000, top: 'red' });
    const workers = countWorkers(page);
    await chat.pick({ name: 'foto.jpg', mimeType: 'image/jpeg', buffer: photo });
    const stored = await storedImage(provider, customer);
    expect(workers()).toBe(1);
    expect(stored.length).toBeLessThan(photo.length / 10);
    expect([hasMetadata(photo), hasMetadata(stored)]).toEqual([true, false]);
    expect(await describeImage(page, stored)).toEqual({
      width: 1_920,
      height: 2_560,
      top: 'red',
      bottom: 'blue',
      left: 'mixed',
      right: 'mixed',
    });
    await expect(chat.own.getByRole('img')).toBeVisible();
  });

  test('are uploaded as they are if the worker cannot be loaded', async ({
    page,
    chat,
    provider,
    customer,
    log,
  }) => {
    log.expectErrors();
    await page.route('**/photo.*.js', (route) => route.abort());
    const photo = makeLarge(withExif(await drawJpeg(page, 640, 480), 6));
    await chat.pick({ name: 'foto.jpg', mimeType: 'image/jpeg', buffer: photo });
    expect((await storedImage(provider, customer)).equals(photo)).toBe(true);
  });
});
