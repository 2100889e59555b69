import { randomUUID } from 'node:crypto';
import { IMAGE_FOLDER } from './calls';

interface Picture {
  readonly type: string;
  readonly bytes: Buffer;
}

const SIGNATURES: readonly (readonly [extension: string, pattern: RegExp])[] = [
  ['png', /^\x89PNG\r\n/],
  ['jpeg', /^\xff\xd8\xff/],
  ['gif', /^GIF8[79]a/],
  ['webp', /^RIFF[^]{4}WEBP/],
];

/** The uploaded pictures, under names that the server makes. */
export class Pictures {
  readonly #pictures = new Map<string, Picture>();

  /** Stores a picture and answers its relative address; undefined if the bytes are no picture. */
  add(bytes: Buffer): string | undefined {
    const start = bytes.subarray(0, 16).toString('latin1');
    const extension = SIGNATURES.find(([, pattern]) => pattern.test(start))?.[0];
    if (!extension) return undefined;
    const name = `${randomUUID()}.${extension === 'jpeg' ? 'jpg' : extension}`;
    this.#pictures.set(name, { type: `image/${extension}`, bytes });
    return `${IMAGE_FOLDER}/${name}`;
  }

  /** The picture of this name. */
  get(name: string): Picture | undefined {
    return this.#pictures.get(name);
  }
}
