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
