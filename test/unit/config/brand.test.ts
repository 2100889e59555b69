import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { crc32, inflateSync } from 'node:zlib';
import { brandPng, brandText, parseBrandColour } from '../../../src/config/brand';
import { strings } from '../../../src/shared/strings';

const SOURCE = path.join(__dirname, '../../../src');
const BRAND = { colour: '#0a80ff', title: 'Kömək', shortTitle: 'K' };
const tokens = readFileSync(path.join(SOURCE, 'ui/tokens.css'), 'utf8');

/** Returns the source files that contain a text. */
const filesWith = (text: string) =>
  readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(tsx?|css|html|svg|webmanifest)$/.test(name))
    .filter((name) => readFileSync(path.join(SOURCE, name), 'utf8').includes(text));

describe('The sources', () => {
  test('hold the brand colour in the design tokens alone', () => {
    expect(filesWith(parseBrandColour(tokens))).toEqual(['ui/tokens.css']);
  });

  test('hold the title in the texts alone', () => {
    expect(filesWith(strings.title)).toEqual(['shared/strings.ts']);
  });
});

describe('parseBrandColour', () => {
  test('returns the colour of the light theme, which comes first', () => {
    expect(parseBrandColour(':root { --brand: #0A80ff; } --brand: #123456;')).toBe('#0A80ff');
  });

  test('throws for any other notation', () => {
    expect(() => parseBrandColour('--brand: red; --brand: #123456;')).toThrow('--brand');
    expect(() => parseBrandColour('')).toThrow('--brand');
  });
});

describe('brandText', () => {
  test('inserts the colour and both titles', () => {
    expect(brandText('TITLE, SHORT_TITLE, var(--brand)', BRAND)).toBe('Kömək, K, #0a80ff');
  });
});

describe('brandPng', () => {
  /** Returns the chunks of a PNG by type, after checking their checksums. */
  function chunksOf(png: Buffer): Map<string, Buffer> {
    const chunks = new Map<string, Buffer>();
    for (let start = 8; start < png.length;) {
      const end = start + 8 + png.readUInt32BE(start);
      expect(png.readUInt32BE(end)).toBe(crc32(png.subarray(start + 4, end)));
      chunks.set(png.toString('latin1', start + 4, start + 8), png.subarray(start + 8, end));
      start = end + 4;
    }
    return chunks;
  }

  test('makes black the colour, keeps white and leaves the pixels as they are', () => {
    const grey = readFileSync(path.join(SOURCE, 'icon.png'));
    const before = chunksOf(grey);
    const after = chunksOf(brandPng(grey, BRAND));
    expect(after.get('PLTE')?.subarray(0, 3).toString('hex')).toBe('0a80ff');
    expect(after.get('PLTE')?.subarray(-3).toString('hex')).toBe('ffffff');
    expect(after.get('PLTE')).toHaveLength(768);
    expect(after.get('IHDR')?.toString('hex')).toBe('0000020000000200' + '0803000000');
    const pixels = after.get('IDAT') ?? Buffer.alloc(0);
    expect(pixels).toEqual(before.get('IDAT'));
    expect(inflateSync(pixels)).toHaveLength(512 * 513);
  });
});
