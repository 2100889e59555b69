import type { Locator, Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Provider } from '../../stand-in/provider';
import { RestClient, type Session } from '../contract/clients';

const FOLDER = join(__dirname, '../../support/images');

/** A file as Playwright's `setFiles` accepts it. */
export interface ImageFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** An image of `test/support/images`, by default plain grey. */
export const imageFile = ({
  kind = 'grey',
  width = 320,
  height = 240,
  name = 'şəkil.png',
} = {}): ImageFile => ({
  name,
  mimeType: 'image/png',
  buffer: readFileSync(join(FOLDER, `${kind}-${width}x${height}.png`)),
});

/** Uploads an image of a customer to the provider and returns its relative URL. */
export async function uploadImage(
  provider: Pick<Provider, 'url'>,
  customer: Session,
  { name, buffer } = imageFile(),
): Promise<string> {
  const response = await new RestClient(provider, customer).upload(buffer, name);
  return ((await response.json()) as { imageUrl: string }).imageUrl;
}

/**
 * Dispatches a drag or paste event with files, and perhaps a text.
 * @param target by default, the element at the middle of the page
 * @returns false if the page called `preventDefault`
 */
export const dispatch = async (
  page: Page,
  type: string,
  files: ImageFile[],
  text?: string,
  target?: Locator,
) =>
  page.evaluate(
    ([name, encoded, copied, element]) => {
      const data = new DataTransfer();
      for (const { name, mimeType, base64 } of encoded) {
        const content = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
        data.items.add(new File([content], name, { type: mimeType }));
      }
      if (copied !== undefined) data.setData('text/plain', copied);
      const init = { bubbles: true, cancelable: true };
      const event =
        name === 'paste'
          ? new ClipboardEvent(name, { ...init, clipboardData: data })
          : new DragEvent(name, { ...init, dataTransfer: data });
      const middle = document.elementFromPoint(innerWidth / 2, innerHeight / 2);
      return (element ?? middle)?.dispatchEvent(event) ?? true;
    },
    [
      type,
      files.map(({ buffer, ...file }) => ({ ...file, base64: buffer.toString('base64') })),
      text,
      await target?.elementHandle(),
    ] as const,
  );
