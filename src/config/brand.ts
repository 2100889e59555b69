import { crc32 } from 'node:zlib';

/** The brand, as the icons and the manifest need it. */
export interface Brand {
  /** The light theme's brand colour, as six hexadecimal digits after `#`. */
  readonly colour: string;
  readonly title: string;
  readonly shortTitle: string;
}

/**
 * Returns the brand colour of the design tokens, for the icons and the manifest.
 * @param tokens the text of tokens.css
 * @throws Error if the first `--brand`, the light theme's, is not a colour of six hexadecimal digits
 */
export function parseBrandColour(tokens: string): string {
  const [, colour] = /--brand:\s*([^;]*);/.exec(tokens) ?? [];
  if (!colour || !/^#[0-9a-f]{6}$/i.test(colour))
    throw new Error('tokens.css has no "--brand" such as #123456.');
  return colour;
}

/** Inserts the brand into a text with the placeholders `var(--brand)`, `TITLE` and `SHORT_TITLE`. */
export const brandText = (text: string, { colour, title, shortTitle }: Brand) =>
  text
    .replaceAll('var(--brand)', colour)
    .replaceAll('SHORT_TITLE', shortTitle)
    .replaceAll('TITLE', title);

/** Byte position of the first chunk after a PNG's signature and header. */
const AFTER_HEADER = 33;

function pngChunk(type: string, data: Uint8Array): Buffer {
  const chunk = Buffer.alloc(data.length + 12);
  chunk.writeUInt32BE(data.length, 0);
  chunk.write(type, 4, 'latin1');
  chunk.set(data, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, -4)), chunk.length - 4);
  return chunk;
}

/**
 * Colours a grey PNG of eight bits: black becomes the colour, and white stays white. The grey values
 * become the indices of a palette, so the pixels need not be decoded.
 */
export function brandPng(png: Buffer, { colour }: Brand): Buffer {
  const header = Buffer.from(png.subarray(16, 29));
  const INDEXED = 3;
  header[9] = INDEXED;
  const dark = Buffer.from(colour.slice(1), 'hex');
  const palette = Uint8Array.from({ length: 3 * 256 }, (_, index) => {
    const share = Math.floor(index / 3) / 255;
    return Math.round((dark[index % 3] ?? 0) * (1 - share) + 255 * share);
  });
  return Buffer.concat([
    png.subarray(0, 8),
    pngChunk('IHDR', header),
    pngChunk('PLTE', palette),
    png.subarray(AFTER_HEADER),
  ]);
}
