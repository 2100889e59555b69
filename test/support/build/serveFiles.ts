import express from 'express';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import path from 'node:path';

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
) {
  const app = express().disable('etag');
  app.use(async (request, response) => {
    const respond = async (name: string) => {
      const body = await read(name);
      if (encoding) response.set('Content-Encoding', encoding);
      response.type(path.extname(name)).send(body);
    };
    await respond(path.normalize(request.path))
      .catch(() => respond(fallback))
      .catch(() => response.sendStatus(404));
  });
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
