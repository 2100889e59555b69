import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { webpack } from '../bench/buildPages';

const ROOT = path.join(__dirname, '../..');
const DIST = path.join(ROOT, 'dist');

/** How much more than its packages a screen may weigh. */
const LIMITS = { login: 1.06, chat: 1.12 };

/** The bytes of some files, each compressed by gzip as well as it can. */
const weigh = (files: string[]): number =>
  files.reduce((sum, file) => sum + gzipSync(readFileSync(file), { level: 9 }).length, 0);

const filesIn = (folder: string, end: string) =>
  readdirSync(folder).filter((name) => name.endsWith(end));

const scriptsIn = (folder: string) => filesIn(folder, '.js').map((name) => path.join(folder, name));

/** The scripts that the page names, without which there is no login screen. */
function loginScripts(): string[] {
  const page = readFileSync(path.join(DIST, 'index.html'), 'utf8');
  return [...page.matchAll(/<script [^>]*src="\/([^"]+)"/g)].map(([, name = '']) =>
    path.join(DIST, name),
  );
}

/** The scripts that hold both what is ours and what comes from others, by their source maps. */
function mixedScripts(): string[] {
  const folder = `${DIST}-maps`;
  return filesIn(folder, '.js.map').filter((name) => {
    const text = readFileSync(path.join(folder, name), 'utf8');
    const { sources } = JSON.parse(text) as { sources: string[] };
    const isForeign = (source: string) => source.includes('node_modules');
    return (
      sources.some(isForeign) &&
      sources.some((source) => source.includes('/src/') && !isForeign(source))
    );
  });
}

/** Weighs the build against its packages alone. @returns what is wrong with it */
async function check(): Promise<string[]> {
  const output = await mkdtemp(path.join(tmpdir(), 'bytes-'));
  try {
    await webpack(output, ['--config', path.join(__dirname, 'webpack.config.js')]);
    const wrong = mixedScripts().map((name) => `${name} mixes what is ours with packages.`);
    const measured = { login: weigh(loginScripts()), chat: weigh(scriptsIn(DIST)) };
    for (const screen of ['login', 'chat'] as const) {
      const packages = weigh([path.join(output, `${screen}.js`)]);
      const ratio = measured[screen] / packages;
      const line = `${screen}: ${measured[screen]} bytes of script, its packages ${packages}: ${ratio.toFixed(3)} of at most ${LIMITS[screen]}`;
      console.log(line);
      if (ratio > LIMITS[screen]) wrong.push(`Too heavy: ${line}.`);
    }
    return wrong;
  } finally {
    await rm(output, { recursive: true });
  }
}

check().then(
  (wrong) => {
    wrong.forEach((sentence) => {
      console.error(sentence);
    });
    process.exitCode = wrong.length > 0 ? 1 : 0;
  },
  (error: unknown) => {
    console.error(error);
    process.exitCode = 1;
  },
);
