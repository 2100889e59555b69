import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';

type UpgradeListener = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

/** An HTTP server on the loopback address that can close and listen again on the same port. */
export class Listener {
  readonly #sockets = new Set<Socket>();
  #server: Server | undefined;

  constructor(
    private readonly onRequest: RequestListener,
    private readonly onUpgrade: UpgradeListener,
    public port: number,
  ) {}

  /** Starts listening. Port 0 selects a free port, which later calls use again. */
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

  /** Stops listening and destroys every socket. */
  async close(): Promise<void> {
    const server = this.#server;
    if (!server) return;
    this.#server = undefined;
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    this.#sockets.forEach((socket) => socket.destroy());
    await closed;
  }
}
