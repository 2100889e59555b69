import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from '@playwright/test';
import { BUILD_FOLDER, REBUILD_FOLDER } from '../../support/deployment/builds';

const read = (name: string, folder = BUILD_FOLDER) => readFileSync(path.join(folder, name));
const FILES = readdirSync(BUILD_FOLDER).sort();
const MAPS = path.join(BUILD_FOLDER, '../dist-maps');

/** Returns the names of the packages whose code is in the scripts, from the source maps. */
const bundledPackages = () => {
  const sources = readdirSync(MAPS).flatMap(
    (name) => (JSON.parse(read(name, MAPS).toString()) as { sources: string[] }).sources,
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

test.describe('Production build', () => {
  test('is reproducible: two builds have the same files, byte for byte', () => {
    expect(readdirSync(REBUILD_FOLDER).sort()).toEqual(FILES);
    const changed = FILES.filter((name) => !read(name).equals(read(name, REBUILD_FOLDER)));
    expect(changed).toEqual([]);
  });

  test('names each script by its content, and keeps source maps apart', () => {
    const scripts = FILES.filter((name) => name.endsWith('.js'));
    expect(scripts.length).toBeGreaterThan(4);
    for (const name of scripts) expect(name).toMatch(/^[\w-]+\.[0-9a-f]{12}\.js$/);
    expect(readdirSync(MAPS).sort()).toEqual(scripts.map((name) => `${name}.map`).sort());
  });

  test('has one file with the licence text of every package in the scripts', () => {
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
    for (const name of FILES.filter((file) => /\.(js|css|svg)$/.test(file))) {
      expect(gunzipSync(read(`${name}.gz`)).equals(read(name))).toBe(true);
      expect(brotliDecompressSync(read(`${name}.br`)).equals(read(name))).toBe(true);
    }
    expect(FILES.filter((name) => name.startsWith('index.html'))).toEqual(['index.html']);
  });
});
