import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { pointAt } from './pointAt';

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webmanifest': 'application/manifest+json',
};

/** The built page. */
function readPage(folder: string): Promise<string> {
  return readFile(path.join(folder, 'index.html'), 'utf8').catch(() => {
    throw new Error(`There is no build in ${folder}: run "npm run build" first.`);
  });
}

/** The app as a static host serves it. */
export interface ServedApp {
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Serves a build on a free port of the loopback address, any path without a file being index.html.
 * @param edit what is changed in the page after the build: the provider that it is to use, or anything
 */
export async function serveApp(
  folder: string,
  edit: string | ((page: string) => string),
): Promise<ServedApp> {
  const built = await readPage(folder);
  const page = typeof edit === 'string' ? pointAt(built, edit) : edit(built);
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://app');
    const extension = path.extname(pathname);
    const answer = (type: string, body: string | Buffer) =>
      response.writeHead(200, { 'Content-Type': type }).end(body);
    if (pathname === '/index.html') {
      answer(TYPES['.html'] ?? '', page);
      return;
    }
    readFile(path.join(folder, path.normalize(pathname))).then(
      (file) => answer(TYPES[extension] ?? 'application/octet-stream', file),
      () => answer(TYPES['.html'] ?? '', page),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => stop(server),
  };
}

async function stop(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}
