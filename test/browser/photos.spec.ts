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

/** The bytes of the customer's image, as the provider has stored them. */
async function storedImage(provider: Provider, { id }: Customer): Promise<Buffer> {
  await expect.poll(() => provider.conversation(id)).toHaveLength(1);
  const { imageUrl } = provider.conversation(id)[0] ?? {};
  const response = await fetch(`${provider.url}/${imageUrl ?? ''}`);
  return Buffer.from(await response.arrayBuffer());
}

test('Photos over 2 MB become smaller, upright, without a location', async ({
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

test('Photos stay unchanged without a worker', async ({ page, chat, provider, customer, log }) => {
  log.expectErrors();
  await page.route('**/photo.*.js', (route) => route.abort());
  await chat.open();
  await chat.pick(PHOTO);
  expect((await storedImage(provider, customer)).equals(PHOTO.buffer)).toBe(true);
});
