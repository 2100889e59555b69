import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { runMain } from '../support/build/processes';

const DIST = path.join(__dirname, '../../dist');

/**
 * Maximum size of a screen's scripts after gzip, in bytes: 0.5 % above the size. A commit that raises
 * one says why.
 */
const MAX_BYTES = { login: 126_600, chat: 154_700 };

/** Maximum difference between a size in README.md and the build, as a share of the size. */
const README_TOLERANCE = 0.05;

const read = (...names: string[]) => readFileSync(path.join(DIST, ...names), 'utf8');

/** Whether a chunk has packages and own code, which browsers would reload together. */
function isMixed(map: string): boolean {
  const { sources } = JSON.parse(read('../dist-maps', map)) as { sources: string[] };
  const packages = sources.filter((source) => source.includes('node_modules'));
  return (
    packages.length > 0 && sources.some((source) => /^(?!.*node_modules).*\/src\//.test(source))
  );
}

/** `npm run test:build`: checks the scripts in `dist/`. */
runMain(() => {
  const mixed = readdirSync(path.join(DIST, '../dist-maps')).filter(isMixed);
  const errors = mixed.map((name) => `${name} contains both packages and own code.`);
  const [, chat, login] =
    /about (\d+) KB with gzip, about (\d+) KB of them/.exec(read('../README.md')) ?? [];
  const named = { chat: Number(chat) * 1_000, login: Number(login) * 1_000 };
  const tags = [...read('index.html').matchAll(/<script [^>]*defer[^>]*src="\/([^"]+)"/g)];
  const scripts = {
    login: tags.map(([, name = '']) => name),
    chat: readdirSync(DIST).filter((name) => name.endsWith('.js')),
  };
  for (const screen of ['login', 'chat'] as const) {
    const sizes = scripts[screen].map((name) => gzipSync(read(name)).length);
    const size = sizes.reduce((sum, one) => sum + one, 0);
    console.log(`${screen}: ${size} of at most ${MAX_BYTES[screen]} bytes`);
    if (!(Math.abs(named[screen] / size - 1) < README_TOLERANCE))
      errors.push(`README.md names ${named[screen]} bytes for the scripts of the ${screen}.`);
    if (size > MAX_BYTES[screen]) errors.push(`The scripts of the ${screen} are too large.`);
  }
  if (errors.length > 0) throw new Error(errors.join('\n'));
});
