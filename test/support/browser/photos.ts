import type { Page } from '@playwright/test';

/** An entry of an EXIF directory: tag, type, count and the four bytes of its value. */
const entry = (tag: number, type: number, count: number, value: number[]) => {
  const bytes = Buffer.alloc(12);
  bytes.writeUInt16LE(tag, 0);
  bytes.writeUInt16LE(type, 2);
  bytes.writeUInt32LE(count, 4);
  bytes.set(value, 8);
  return bytes;
};

const directory = (...entries: Buffer[]) =>
  Buffer.concat([Buffer.from([entries.length, 0]), ...entries, Buffer.alloc(4)]);

/** Numbers as EXIF rationals. */
const rationals = (...values: number[]) =>
  Buffer.from(Uint32Array.from(values.flatMap((value) => [value, 1])).buffer);

/** Adds EXIF metadata to a JPEG: its orientation (1 to 8) and the place at 40° 24′ 33″ N. */
export function withExif(jpeg: Buffer, orientation: number): Buffer {
  // The header has 8 bytes, the first directory 30 and the second one 30.
  const tiff = Buffer.concat([
    Buffer.from([0x49, 0x49, 42, 0, 8, 0, 0, 0]),
    directory(entry(0x0112, 3, 1, [orientation]), entry(0x8825, 4, 1, [38])),
    directory(entry(1, 2, 2, [0x4e]), entry(2, 5, 3, [68])),
    rationals(40, 24, 33),
  ]);
  const exif = Buffer.concat([Buffer.from('Exif\0\0'), tiff]);
  const marker = Buffer.from([0xff, 0xe1, 0, 0]);
  marker.writeUInt16BE(exif.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), marker, exif, jpeg.subarray(2)]);
}

/** Makes a file longer than 2 MB. Decoders ignore what follows the end of an image. */
export const makeLarge = (file: Buffer) => Buffer.concat([file, Buffer.alloc(2_100_000)]);

/** Draws a JPEG whose left half is red and whose right half is blue. */
export async function drawJpeg(page: Page, width: number, height: number): Promise<Buffer> {
  const bytes = await page.evaluate(
    async ([w, h]) => {
      const canvas = new OffscreenCanvas(w, h);
      const context = canvas.getContext('2d');
      if (!context) throw new Error('The browser has no canvas.');
      context.fillStyle = 'red';
      context.fillRect(0, 0, w / 2, h);
      context.fillStyle = 'blue';
      context.fillRect(w / 2, 0, w / 2, h);
      const blob = await canvas.convertToBlob({ type: 'image/jpeg' });
      return [...new Uint8Array(await blob.arrayBuffer())];
    },
    [width, height] as const,
  );
  return Buffer.from(bytes);
}

/** Decodes an image. @returns its size, and the colours at the top, bottom, left and right edge */
export const describeImage = (page: Page, bytes: Buffer) =>
  page.evaluate(async (base64) => {
    const content = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([content]));
    const { width, height } = bitmap;
    const canvas = new OffscreenCanvas(width, height);
    const context = canvas.getContext('2d', { willReadFrequently: true });
    context?.drawImage(bitmap, 0, 0);
    const edges = { top: [0.5, 0.02], bottom: [0.5, 0.98], left: [0.02, 0.5], right: [0.98, 0.5] };
    const colours = Object.entries(edges).map(([edge, [x = 0, y = 0]]) => {
      const pixel = context?.getImageData(x * width, y * height, 1, 1).data ?? [];
      const [red = 0, , blue = 0] = pixel;
      return [edge, red > 200 ? 'red' : blue > 200 ? 'blue' : 'mixed'] as const;
    });
    return { width, height, ...Object.fromEntries(colours) };
  }, bytes.toString('base64'));
