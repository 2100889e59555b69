import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { strings } from '../../../src/ui/strings';

const SOURCE = path.join(__dirname, '../../../src');
const tokens = readFileSync(path.join(SOURCE, 'ui/tokens.css'), 'utf8');
/** The light theme's brand colour, which comes first. */
const [, BRAND = ''] = /--brand: light-dark\((#[0-9a-f]{6})/i.exec(tokens) ?? [];

/** Returns the source files that contain a text. */
const filesWith = (text: string) =>
  readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(tsx?|css|html|svg|webmanifest)$/.test(name))
    .filter((name) => readFileSync(path.join(SOURCE, name), 'utf8').includes(text));

describe('The sources', () => {
  test('hold the brand colour in the design tokens alone', () =>
    expect(filesWith(BRAND)).toEqual(['ui/tokens.css']));

  test('hold the title in the texts alone', () =>
    expect(filesWith(strings.title)).toEqual(['ui/strings.ts']));
});

describe('icon.png', () => {
  test('has the brand colour in its palette: render src/favicon.svg again after a change', () => {
    const png = readFileSync(path.join(SOURCE, 'icon.png'));
    const palette = png.indexOf('PLTE') + 4;
    expect(`#${png.toString('hex', palette, palette + 3)}`).toBe(BRAND);
  });
});

describe('favicon.svg', () => {
  test('has the two bubbles of the logo', () => {
    const icon = readFileSync(path.join(SOURCE, 'favicon.svg'), 'utf8');
    const bubbles = [...icon.matchAll(/d="([^"]+)"/g)].map(([, bubble = '']) => bubble);
    expect(bubbles).toHaveLength(2);
    expect(readFileSync(path.join(SOURCE, 'ui/card.css'), 'utf8')).toContain(bubbles.join(''));
  });
});

describe('manifest.webmanifest', () => {
  test('has a maskable icon, so that Android does not shrink it onto a white plate', () => {
    const manifest = readFileSync(path.join(SOURCE, 'manifest.webmanifest'), 'utf8');
    const { icons } = JSON.parse(manifest) as { icons: { purpose?: string }[] };
    expect(icons.map(({ purpose }) => purpose)).toContain('any maskable');
  });
});
