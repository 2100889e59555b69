import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webmanifest': 'application/manifest+json',
};

/** A running static file server. */
export interface ServedFiles {
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Serves files on a free loopback port.
 * @param read returns the content of a file, whose name may begin with a slash; rejects if none exists
 * @param fallback name of the file for any path without a file
 * @param encoding the Content-Encoding of what `read` returns
 */
export async function serveFiles(
  read: (name: string) => Promise<string | Buffer>,
  fallback: string,
  encoding?: 'gzip',
): Promise<ServedFiles> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const respond = async (name: string) => {
      const body = await read(name);
      const type = TYPES[path.extname(name)] ?? 'application/octet-stream';
      const headers = { 'Content-Type': type, ...(encoding && { 'Content-Encoding': encoding }) };
      response.writeHead(200, headers).end(body);
    };
    respond(path.normalize(pathname))
      .catch(() => respond(fallback))
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
