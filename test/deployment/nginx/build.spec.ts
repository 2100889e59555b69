import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { BUILD_FOLDER, REBUILD_FOLDER } from '../../support/deployment/buildFolders';
import { expect, test } from '../../support/deployment/nginxFixtures';
import { hasBrotli } from '../../support/deployment/nginx';

const read = (name: string, folder = BUILD_FOLDER) => readFileSync(path.join(folder, name));
const fileNames = () => readdirSync(BUILD_FOLDER).sort();
/** Returns the names of the packages whose code is in the scripts, from the source maps. */
const bundledPackages = () => {
  const folder = path.join(BUILD_FOLDER, '../dist-maps');
  const sources = readdirSync(folder).flatMap(
    (name) => (JSON.parse(read(name, folder).toString()) as { sources: string[] }).sources,
  );
  const names = sources.map((source) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source)?.[1]);
  return [...new Set(names)].filter((name) => name !== undefined).sort();
};

/** Returns the licence text of an installed package, if it has one. */
const licenceText = (name: string) => {
  const folder = path.join(__dirname, '../../../node_modules', name);
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  return file && read(file, folder).toString().replaceAll('\r\n', '\n').trim();
};

const namesWithCopies = () => fileNames().filter((name) => /\.(js|css|svg)$/.test(name));

test.describe('Production build', () => {
  test('is reproducible: two builds have the same files, byte for byte', () => {
    expect(readdirSync(REBUILD_FOLDER).sort()).toEqual(fileNames());
    const changed = fileNames().filter((name) => !read(name).equals(read(name, REBUILD_FOLDER)));
    expect(changed).toEqual([]);
  });

  test('names each script by its content, and keeps source maps apart', () => {
    const scripts = fileNames().filter((name) => name.endsWith('.js'));
    expect(scripts.length).toBeGreaterThan(4);
    for (const name of scripts) {
      expect(name).toMatch(/^[\w-]+\.[0-9a-f]{12}\.js$/);
      expect(read(name).toString()).not.toContain('sourceMappingURL');
    }
    expect(fileNames().filter((name) => name.endsWith('.map'))).toEqual([]);
    const maps = readdirSync(path.join(BUILD_FOLDER, '../dist-maps')).sort();
    expect(maps).toEqual(scripts.map((name) => `${name}.map`).sort());
  });

  test('has one file with the licence text of every package in the scripts', () => {
    expect(fileNames().filter((name) => /licen[cs]e|notice/i.test(name))).toEqual([
      'third-party-notices.txt',
    ]);
    const notices = read('third-party-notices.txt').toString();
    expect(bundledPackages()).toEqual(
      expect.arrayContaining(['@microsoft/signalr', '@reduxjs/toolkit', 'react-dom', 'scheduler']),
    );
    const missing = bundledPackages().filter((name) => {
      const text = licenceText(name) ?? 'Copyright (c) .NET Foundation';
      const [, notice = ''] = notices.split(new RegExp(`^${name} \\S+ \\(MIT\\)\n\n`, 'm'));
      return !notice.split('-'.repeat(80))[0]?.includes(text);
    });
    expect(missing).toEqual([]);
  });

  test('has compressed copies of scripts, styles and icons, but not of index.html', () => {
    for (const name of namesWithCopies()) {
      expect(gunzipSync(read(`${name}.gz`)).equals(read(name))).toBe(true);
      expect(brotliDecompressSync(read(`${name}.br`)).equals(read(name))).toBe(true);
    }
    expect(fileNames().filter((name) => name.startsWith('index.html'))).toEqual(['index.html']);
  });

  test('is served by nginx from the compressed copies', async ({ nginx }) => {
    const [name = ''] = namesWithCopies().filter((one) => one.startsWith('vendors'));
    const encodings = hasBrotli() ? (['gzip', 'br'] as const) : (['gzip'] as const);
    for (const encoding of encodings) {
      const headers = { 'Accept-Encoding': encoding };
      const response = await fetch(`${nginx.url}/${name}`, { headers });
      expect(response.headers.get('content-encoding')).toBe(encoding);
      expect(Buffer.from(await response.arrayBuffer()).equals(read(name))).toBe(true);
    }
  });
});
