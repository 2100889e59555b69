import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { serveFiles, type ServedFiles } from '../support/serveFiles';

/**
 * Serves a folder on a free port of the loopback address, each file compressed once and kept.
 * @param fallback the file that answers paths without one
 */
export function serveFolder(folder: string, fallback: string): Promise<ServedFiles> {
  const compressed = new Map<string, Buffer>();
  const read = async (name: string): Promise<Buffer> => {
    const known = compressed.get(name) ?? gzipSync(await readFile(path.join(folder, name)));
    compressed.set(name, known);
    return known;
  };
  return serveFiles(read, fallback, 'gzip');
}
