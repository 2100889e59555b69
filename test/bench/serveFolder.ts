import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { serveFiles, type ServedFiles } from '../support/build/serveFiles';

/**
 * Serves a folder with gzip on a free port of the loopback address. Compresses each file once.
 * @param fallback file for paths that match no file
 */
export function serveFolder(folder: string, fallback: string): Promise<ServedFiles> {
  const compressedFiles = new Map<string, Buffer>();
  const read = async (name: string): Promise<Buffer> => {
    const compressed =
      compressedFiles.get(name) ?? gzipSync(await readFile(path.join(folder, name)));
    compressedFiles.set(name, compressed);
    return compressed;
  };
  return serveFiles(read, fallback, 'gzip');
}
