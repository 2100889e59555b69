import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import webpack, { type Configuration } from 'webpack';

const ROOT = path.join(__dirname, '../..');
const DIST = path.join(ROOT, 'dist');
const PACKAGES = path.join(ROOT, 'node_modules/.cache/bytes');

/** Maximum ratio of a screen's scripts to its packages alone: 3 % above the ratio of 2026-11. */
const MAX_RATIOS = { login: 1.166, chat: 1.303 };

/** Maximum difference between a size in README.md and the build, as a share of the size. */
const README_TOLERANCE = 0.05;

/** Bundles the pages of this folder, which use the app's packages and contain no code of the app. */
const PACKAGES_ALONE: Configuration = {
  mode: 'production',
  entry: { login: path.join(__dirname, 'login.mjs'), chat: path.join(__dirname, 'chat.mjs') },
  output: { path: PACKAGES, filename: '[name].js' },
  performance: { hints: false },
};

const namesIn = (folder: string, suffix: string) =>
  readdirSync(folder).filter((name) => name.endsWith(suffix));

/** Returns the total size of files after gzip, in bytes. */
const gzipSize = (folder: string, names: string[]) =>
  names.reduce((sum, name) => sum + gzipSync(readFileSync(path.join(folder, name))).length, 0);

/** Returns the source maps of chunks with packages and own code, which browsers reload together. */
const mixedChunks = () =>
  namesIn(`${DIST}-maps`, '.js.map').filter((name) => {
    const text = readFileSync(path.join(`${DIST}-maps`, name), 'utf8');
    const { sources } = JSON.parse(text) as { sources: string[] };
    const packages = sources.filter((source) => source.includes('node_modules'));
    const own = sources.filter((source) => source.includes('/src/') && !packages.includes(source));
    return packages.length > 0 && own.length > 0;
  });

/** `npm run test:build`: compares the scripts in `dist/` with their packages alone. */
async function main() {
  const compiler = webpack(PACKAGES_ALONE);
  const stats = await promisify(compiler.run.bind(compiler))();
  if (stats?.hasErrors()) throw new Error(stats.toString('errors-only'));
  const errors = mixedChunks().map((name) => `${name} contains both packages and own code.`);
  const html = readFileSync(path.join(DIST, 'index.html'), 'utf8');
  const readme = readFileSync(path.join(ROOT, 'README.md'), 'utf8');
  const [, chat, login] = /about (\d+) KB with gzip, about (\d+) KB of them/.exec(readme) ?? [];
  const named = { chat: Number(chat) * 1_000, login: Number(login) * 1_000 };
  const scripts = {
    login: [...html.matchAll(/<script [^>]*defer[^>]*src="\/([^"]+)"/g)].map(
      ([, name = '']) => name,
    ),
    chat: namesIn(DIST, '.js'),
  };
  for (const screen of ['login', 'chat'] as const) {
    const size = gzipSize(DIST, scripts[screen]);
    const packages = gzipSize(PACKAGES, [`${screen}.js`]);
    const ratio = (size / packages).toFixed(3);
    const maximum = MAX_RATIOS[screen];
    console.log(
      `${screen}: ${size} bytes, packages alone ${packages}, ratio ${ratio} of ${maximum}`,
    );
    if (!(Math.abs(named[screen] / size - 1) < README_TOLERANCE))
      errors.push(`README.md names ${named[screen]} bytes for the scripts of the ${screen}.`);
    if (size / packages > maximum) {
      errors.push(
        `The scripts of the ${screen} are too large. Remove code or a package, ` +
          'or raise MAX_RATIOS in test/bytes/bytes.ts and say why in the commit.',
      );
    }
  }
  if (errors.length > 0) throw new Error(errors.join('\n'));
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
