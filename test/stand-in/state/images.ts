import { randomUUID } from 'node:crypto';
import { IMAGE_FOLDER } from '../rest/calls';

interface StoredImage {
  readonly type: string;
  readonly bytes: Buffer;
}

/** Image types by the first bytes of their files. */
const SIGNATURES: readonly (readonly [extension: string, pattern: RegExp])[] = [
  ['png', /^\x89PNG\r\n/],
  ['jpeg', /^\xff\xd8\xff/],
  ['gif', /^GIF8[79]a/],
  ['webp', /^RIFF[^]{4}WEBP/],
];

/** The uploaded images, under names that the server generates. */
export class Images {
  readonly #images = new Map<string, StoredImage>();
  /** Returns a name that nobody can guess. */
  makeName: () => string = randomUUID;

  /** Stores an image. @returns its relative URL, undefined if the bytes are no known image */
  add(bytes: Buffer): string | undefined {
    const start = bytes.subarray(0, 16).toString('latin1');
    const extension = SIGNATURES.find(([, pattern]) => pattern.test(start))?.[0];
    if (!extension) return undefined;
    const name = `${this.makeName()}.${extension === 'jpeg' ? 'jpg' : extension}`;
    this.#images.set(name, { type: `image/${extension}`, bytes });
    return `${IMAGE_FOLDER}/${name}`;
  }

  get(name: string): StoredImage | undefined {
    return this.#images.get(name);
  }
}
