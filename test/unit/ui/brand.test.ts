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

test('icon.png has the brand colour: render src/favicon.svg again after a change', () => {
  const png = readFileSync(path.join(SOURCE, 'icon.png'));
  const palette = png.indexOf('PLTE') + 4;
  expect(`#${png.toString('hex', palette, palette + 3)}`).toBe(BRAND);
});

test('manifest.webmanifest has a maskable icon, which Android does not shrink', () => {
  const manifest = readFileSync(path.join(SOURCE, 'manifest.webmanifest'), 'utf8');
  const { icons } = JSON.parse(manifest) as { icons: { purpose?: string }[] };
  expect(icons.map(({ purpose }) => purpose)).toContain('any maskable');
});
