import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { APP_FOLDER, SECOND_FOLDER } from './appFolder';
import { expect, test } from './fixtures';
import { hasBrotli } from './nginx';

const read = (name: string, folder = APP_FOLDER) => readFileSync(path.join(folder, name));
const names = () => readdirSync(APP_FOLDER).sort();
const compressed = () => names().filter((name) => /\.(js|css|svg)$/.test(name));

test('building again makes the same files, byte for byte', () => {
  expect(readdirSync(SECOND_FOLDER).sort()).toEqual(names());
  const changed = names().filter((name) => !read(name).equals(read(name, SECOND_FOLDER)));
  expect(changed).toEqual([]);
});

test('each file is named by its content, and no source map is served or named', () => {
  const scripts = names().filter((name) => name.endsWith('.js'));
  expect(scripts.length).toBeGreaterThan(4);
  for (const name of scripts) {
    expect(name).toMatch(/^[\w-]+\.[0-9a-f]{12}\.js$/);
    expect(read(name).toString()).not.toContain('sourceMappingURL');
  }
  expect(names().filter((name) => name.endsWith('.map'))).toEqual([]);
  const maps = readdirSync(path.join(APP_FOLDER, '../dist-maps')).sort();
  expect(maps).toEqual(scripts.map((name) => `${name}.map`).sort());
});

test('each has copies that are compressed, and the page, which may be edited, has none', () => {
  for (const name of compressed()) {
    expect(gunzipSync(read(`${name}.gz`)).equals(read(name))).toBe(true);
    expect(brotliDecompressSync(read(`${name}.br`)).equals(read(name))).toBe(true);
  }
  expect(names().filter((name) => name.startsWith('index.html'))).toEqual(['index.html']);
});

test('the compressed copies are what is served', async ({ nginx }) => {
  const [name = ''] = compressed().filter((one) => one.startsWith('vendors'));
  const encodings = hasBrotli() ? (['gzip', 'br'] as const) : (['gzip'] as const);
  for (const encoding of encodings) {
    const headers = { 'Accept-Encoding': encoding };
    const answer = await fetch(`${nginx.url}/${name}`, { headers });
    expect(answer.headers.get('content-encoding')).toBe(encoding);
    expect(Buffer.from(await answer.arrayBuffer()).equals(read(name))).toBe(true);
  }
});
