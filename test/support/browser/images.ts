import type { Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Provider } from '../../stand-in/provider';

const FOLDER = join(__dirname, '../../support/images');

/** An image as Playwright's `setFiles` accepts it. */
interface ImageFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/**
 * A plain grey PNG from `test/support/images`.
 * @throws Error if that folder has no image of this size
 */
export function imageFile({ width = 320, height = 240, name = 'şəkil.png' } = {}): ImageFile {
  return { name, mimeType: 'image/png', buffer: readImage(`grey-${width}x${height}`) };
}

/** A 320x240 PNG with a colour gradient, which shows scaling and cropping in screenshots. */
export function gradientImage(): ImageFile {
  return { ...imageFile(), buffer: readImage('gradient-320x240') };
}

/** Uploads an image to the provider and returns its relative URL. */
export async function uploadImage(
  provider: Pick<Provider, 'url'>,
  token: string,
  { name, buffer, mimeType } = imageFile(),
): Promise<string> {
  const body = new FormData();
  body.append('file', new Blob([new Uint8Array(buffer)], { type: mimeType }), name);
  const headers = { Authorization: `Bearer ${token}` };
  const response = await fetch(`${provider.url}/api/66/upload`, { method: 'POST', headers, body });
  return ((await response.json()) as { imageUrl: string }).imageUrl;
}

function readImage(name: string): Buffer {
  return readFileSync(join(FOLDER, `${name}.png`));
}

/** A file that can be passed to the page. */
interface DroppedFile {
  name: string;
  type: string;
  /** Base64. */
  bytes: string;
}

/** The content of a drag or of the clipboard. */
interface Content {
  files?: DroppedFile[];
  text?: string;
}

/** A file as Playwright's `setFiles` accepts it. */
interface PickedFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** Encodes a file, so that it can be passed to the page. */
export const toDropped = ({ name, mimeType, buffer }: PickedFile): DroppedFile => ({
  name,
  type: mimeType,
  bytes: buffer.toString('base64'),
});

/**
 * Dispatches a drag or paste event with this content at the middle of the page.
 * @returns false if the page called `preventDefault`
 */
export const dispatch = (page: Page, type: string, content: Content) =>
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

/** Drops files and folders of this machine at the middle of the page, as a file manager does. */
export async function dropPaths(page: Page, files: string[]): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  const data = { items: [], files, dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await devtools.send('Input.dispatchDragEvent', { type, x: width / 2, y: height / 2, data });
}

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
