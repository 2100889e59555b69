import webpack, { sources, type Compiler } from 'webpack';
import { BUILD_ID, buildId } from '../../../src/build/buildId';

const PAGE = `<style>p{}</style><meta name="build" content="${BUILD_ID}"/>`;

/** Runs webpack with the plugin. @returns the built page */
function build(files: Record<string, string>): Promise<string> {
  const emitFiles = ({ hooks }: Compiler) => {
    hooks.thisCompilation.tap('files', (compilation) => {
      for (const [name, text] of Object.entries({ 'index.html': PAGE, ...files }))
        compilation.emitAsset(name, new sources.RawSource(text));
    });
    hooks.shouldEmit.tap('files', () => false);
  };
  const plugins = [{ apply: emitFiles }, buildId('index.html')];
  return new Promise((resolve, reject) =>
    webpack({ mode: 'none', entry: {}, plugins }, (error, stats) => {
      const asset = stats?.compilation.getAsset('index.html');
      if (asset) resolve(String(asset.source.source()));
      else reject(error ?? new Error('There is no page.'));
    }),
  );
}

const FILES = { 'main.js': 'main', 'chat.js': 'chat', 'icon.png': 'icon' };

describe('The build id', () => {
  test('is the same for the same files in another order, and for another source map', async () => {
    const page = await build(FILES);
    expect(page).toMatch(/<meta name="build" content="[0-9a-f]{12}"\/>$/);
    const reordered = Object.fromEntries(Object.entries(FILES).reverse());
    expect(await build({ ...reordered, '../dist-maps/main.js.map': 'map' })).toBe(page);
  });

  test.each([
    ['a script', { 'main.js': 'main 2' }],
    ['a script that index.html does not name', { 'chat.js': 'chat 2' }],
    ['an icon', { 'icon.png': 'icon 2' }],
    ['the name of a file', { 'icon.png': '', 'icon2.png': 'icon' }],
    ['a style in the page', { 'index.html': PAGE.replace('p{}', 'p{color:red}') }],
  ])('changes with %s', async (_, change) => {
    const idOf = (page: string) => /content="(.*)"/.exec(page)?.[1];
    expect(idOf(await build({ ...FILES, ...change }))).not.toBe(idOf(await build(FILES)));
  });
});
