import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Environment } from '../environment';
import type { SubjectName } from '../subjects';

const KB = 1_000;

/** Returns the size of files after gzip, in KB. */
async function sizeOf(folder: string, names: readonly string[]): Promise<number> {
  const files = await Promise.all(names.map((name) => readFile(path.join(folder, name))));
  return files.reduce((sum, file) => sum + gzipSync(file, { level: 9 }).length, 0) / KB;
}

/** Measures the scripts that the HTML names, and all scripts that the page may load. */
export async function measureScriptSize({ app, references }: Environment, name: SubjectName) {
  if (name !== 'app') {
    const size = await sizeOf(references.folder, [`${name}.js`]);
    return { initialScripts: size, allScripts: size };
  }
  const html = await readFile(path.join(app.folder, 'index.html'), 'utf8');
  const all = (await readdir(app.folder)).filter((file) => file.endsWith('.js'));
  const initial = all.filter((file) => html.includes(file));
  return {
    initialScripts: await sizeOf(app.folder, initial),
    allScripts: await sizeOf(app.folder, all),
  };
}
