import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { gzipSync } from 'node:zlib';

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webmanifest': 'application/manifest+json',
};

/** A folder that is being served. */
export interface ServedFolder {
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Serves a folder on a free port of the loopback address, each file compressed once and kept.
 * @param fallback the file that answers paths without one
 */
export async function serveFolder(folder: string, fallback: string): Promise<ServedFolder> {
  const compressed = new Map<string, Buffer>();
  const read = async (name: string): Promise<Buffer> => {
    const known = compressed.get(name) ?? gzipSync(await readFile(path.join(folder, name)));
    compressed.set(name, known);
    return known;
  };
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://pages');
    const answer = (name: string) =>
      read(name).then((body) => {
        const type = TYPES[path.extname(name)] ?? 'application/octet-stream';
        response.writeHead(200, { 'Content-Type': type, 'Content-Encoding': 'gzip' }).end(body);
      });
    answer(path.normalize(pathname))
      .catch(() => answer(fallback))
      .catch(() => response.writeHead(404).end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
