import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Stage } from '../stage';
import type { SubjectName } from '../subjects';

const KB = 1_000;

async function sizeOf(folder: string, names: readonly string[]): Promise<number> {
  const files = await Promise.all(names.map((name) => readFile(path.join(folder, name))));
  return files.reduce((sum, file) => sum + gzipSync(file, { level: 9 }).length, 0) / KB;
}

/** The scripts of a page: those that its HTML names, and all that it may load. */
export async function scripts({ app, references }: Stage, name: SubjectName) {
  if (name !== 'app') {
    const size = await sizeOf(references.folder, [`${name}.js`]);
    return { loginScripts: size, scripts: size };
  }
  const page = await readFile(path.join(app.folder, 'index.html'), 'utf8');
  const all = (await readdir(app.folder)).filter((file) => file.endsWith('.js'));
  const named = all.filter((file) => page.includes(file));
  return {
    loginScripts: await sizeOf(app.folder, named),
    scripts: await sizeOf(app.folder, all),
  };
}
