import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { browserslist } from '../../../package.json';

const ROOT = path.join(__dirname, '../../..');
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');

/**
 * The newest features that the app cannot do without, as the inline script checks them, and the first
 * versions that have them, by MDN. All other features are as old, or are missing without harm.
 */
const FEATURES = [
  {
    name: 'AbortSignal.any',
    check: "'any' in AbortSignal",
    chrome: 116,
    firefox: 124,
    safari: 17.4,
  },
  {
    name: 'light-dark(',
    check: "CSS.supports('color', 'light-dark(",
    chrome: 123,
    firefox: 120,
    safari: 17.5,
  },
];

const oldest = (browser: 'chrome' | 'firefox' | 'safari') =>
  Math.max(...FEATURES.map((feature) => feature[browser]));
const [chrome, firefox, safari] = [oldest('chrome'), oldest('firefox'), oldest('safari')];

describe('The supported browsers', () => {
  test.each(FEATURES)('need $name, which the sources use', ({ name }) => {
    const files = readdirSync(path.join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(tsx?|css)$/.test(file) && file !== 'build/inline.ts')
      .filter((file) => read(`src/${file}`).includes(name));
    expect(files).not.toEqual([]);
  });

  test.each(FEATURES)('have $name, because the inline script rejects others', ({ check }) =>
    expect(/ {2}if \(!\((.*)\)\) \{/.exec(read('src/build/inline.ts'))?.[1]).toContain(check),
  );

  test('are those that the build targets', () =>
    expect(browserslist).toEqual([
      `Chrome >= ${chrome}`,
      `Edge >= ${chrome}`,
      `Firefox >= ${firefox}`,
      `Safari >= ${safari}`,
      `iOS >= ${safari}`,
    ]));

  test('are those that README.md names', () =>
    expect(read('README.md').replaceAll('\n', ' ')).toContain(
      `Chrome and Edge ${chrome}, Firefox ${firefox} and Safari ${safari}`,
    ));
});
