import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { IncomingMessage } from 'node:http';

type UpgradeListener = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

/** An HTTP server on the loopback address that can leave its port and come back to it. */
export class Listener {
  readonly #sockets = new Set<Socket>();
  #server: Server | undefined;

  constructor(
    private readonly onRequest: RequestListener,
    private readonly onUpgrade: UpgradeListener,
    public port: number,
  ) {}

  /** Starts listening; port 0 takes a free one and keeps it from then on. */
  async open(): Promise<void> {
    if (this.#server) return;
    const server = createServer(this.onRequest).on('upgrade', this.onUpgrade);
    server.on('connection', (socket) => {
      this.#sockets.add(socket);
      socket.on('close', () => this.#sockets.delete(socket));
    });
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(this.port, '127.0.0.1', resolve);
    });
    this.port = (server.address() as AddressInfo).port;
    this.#server = server;
  }

  /** Stops listening and cuts every socket, whatever is going on over it. */
  async close(): Promise<void> {
    const server = this.#server;
    if (!server) return;
    this.#server = undefined;
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    this.#sockets.forEach((socket) => socket.destroy());
    await closed;
  }
}
