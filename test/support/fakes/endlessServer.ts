import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { deferred } from '../time/deferred';

/** Starts a server whose responses never end. */
export async function startEndlessServer() {
  const opened = deferred();
  const closed = deferred();
  let response: ServerResponse | undefined;
  let bytesSent = 0;
  const server = createServer((_, incoming) => {
    response = incoming;
    incoming.on('close', () => {
      closed.resolve();
    });
    incoming.writeHead(200, { 'Content-Type': 'text/plain' }).flushHeaders();
    opened.resolve();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const body = Buffer.alloc(16 * 1024, ' ');
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/`,
    /** Resolves when the headers are sent. */
    opened: opened.promise,
    /** Resolves when the client has closed its connection. */
    closed: closed.promise,
    /** Writes to the body until the connection is closed. */
    writeBody() {
      const write = () => {
        if (!response || response.destroyed) return;
        bytesSent += body.length;
        // In a task of its own: Node can call back at once, and no other event would get through.
        response.write(body, () => setImmediate(write));
      };
      write();
    },
    bytesSent: () => bytesSent,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
