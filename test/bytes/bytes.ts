import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { runWebpack } from '../support/build/webpack';

const ROOT = path.join(__dirname, '../..');
const DIST = path.join(ROOT, 'dist');

/**
 * Maximum ratio of a screen's scripts to a bundle of its packages alone. 3 % above the ratio of the
 * day on which it was set, so that a small change needs no new limit.
 */
const MAX_RATIOS = { login: 1.107, chat: 1.22 };

/** Returns the total size of files after gzip, in bytes. */
const gzipSize = (files: string[]): number =>
  files.reduce((sum, file) => sum + gzipSync(readFileSync(file), { level: 9 }).length, 0);

const filesIn = (folder: string, suffix: string) =>
  readdirSync(folder).filter((name) => name.endsWith(suffix));

const scriptsIn = (folder: string) => filesIn(folder, '.js').map((name) => path.join(folder, name));

/** Returns the scripts in index.html, which the login screen needs. */
function loginScripts(): string[] {
  const html = readFileSync(path.join(DIST, 'index.html'), 'utf8');
  return [...html.matchAll(/<script [^>]*src="\/([^"]+)"/g)].map(([, name = '']) =>
    path.join(DIST, name),
  );
}

/** Returns the source maps of chunks with packages and app code, which browsers reload together. */
function mixedChunks(): string[] {
  const folder = `${DIST}-maps`;
  return filesIn(folder, '.js.map').filter((name) => {
    const text = readFileSync(path.join(folder, name), 'utf8');
    const { sources } = JSON.parse(text) as { sources: string[] };
    const isPackage = (source: string) => source.includes('node_modules');
    const isOwn = (source: string) => source.includes('/src/') && !isPackage(source);
    return sources.some(isPackage) && sources.some(isOwn);
  });
}

/** Compares the build in `dist/` with its packages alone. @returns error messages */
async function checkSizes(): Promise<string[]> {
  const output = await mkdtemp(path.join(tmpdir(), 'bytes-'));
  try {
    await runWebpack(output, ['--config', path.join(__dirname, 'webpack.config.js')]);
    const errors = mixedChunks().map((name) => `${name} contains both packages and own code.`);
    const sizes = { login: gzipSize(loginScripts()), chat: gzipSize(scriptsIn(DIST)) };
    for (const screen of ['login', 'chat'] as const) {
      const packages = gzipSize([path.join(output, `${screen}.js`)]);
      const ratio = sizes[screen] / packages;
      const line = `${screen}: scripts ${sizes[screen]} bytes, packages alone ${packages} bytes, ratio ${ratio.toFixed(3)} (maximum ${MAX_RATIOS[screen]})`;
      console.log(line);
      if (ratio > MAX_RATIOS[screen])
        errors.push(`Too large: ${line}. Remove bytes, or raise MAX_RATIOS and say why.`);
    }
    return errors;
  } finally {
    await rm(output, { recursive: true });
  }
}

checkSizes().then(
  (errors) => {
    errors.forEach((message) => {
      console.error(message);
    });
    process.exitCode = errors.length > 0 ? 1 : 0;
  },
  (error: unknown) => {
    console.error(error);
    process.exitCode = 1;
  },
);
