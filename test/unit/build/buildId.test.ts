import { sources, type Asset } from 'webpack';
import { buildId } from '../../../src/build/buildId';

const FILES = { 'main.js': 'main', 'chat.js': 'chat', 'icon.png': 'icon' };

const idOf = (files: Record<string, string>, ...page: string[]) =>
  buildId(
    Object.entries(files).map(
      ([name, text]) => ({ name, source: new sources.RawSource(text), info: {} }) satisfies Asset,
    ),
    page,
  );

describe('The build id', () => {
  test('is the same for another source map', () => {
    const id = idOf(FILES, 'p{}');
    expect(id).toMatch(/^[0-9a-f]{12}$/);
    expect(idOf({ ...FILES, '../dist-maps/main.js.map': 'map' }, 'p{}')).toBe(id);
  });

  test.each([
    ['a script', { 'main.js': 'main 2' }, 'p{}'],
    ['an icon', { 'icon.png': 'icon 2' }, 'p{}'],
    ['the name of a file', { 'icon.png': '', 'icon2.png': 'icon' }, 'p{}'],
    ['a style in the page', {}, 'p{color:red}'],
  ])('changes with %s', (_, files, style) =>
    expect(idOf({ ...FILES, ...files }, style)).not.toBe(idOf(FILES, 'p{}')),
  );
});
