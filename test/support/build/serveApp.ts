import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pointAt } from './pointAt';
import { serveFiles } from './serveFiles';

const PAGE = '/index.html';

/**
 * Serves a build on a free loopback port. A path without a file gets index.html.
 * @param edit the provider host to write into the page, or a function that edits the page
 * @param before awaited before a file is served, with the file's name
 */
export async function serveApp(
  folder: string,
  edit: string | ((page: string) => string),
  before: (name: string) => Promise<void> = () => Promise.resolve(),
) {
  const built = await readFile(path.join(folder, PAGE), 'utf8').catch(() => {
    throw new Error(`There is no build in ${folder}: run "npm run build" first.`);
  });
  const page = typeof edit === 'string' ? pointAt(built, edit) : edit(built);
  const read = async (name: string) => {
    await before(name);
    return name === PAGE ? page : readFile(path.join(folder, name));
  };
  return serveFiles(read, PAGE);
}
