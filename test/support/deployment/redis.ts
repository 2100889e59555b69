import { spawn, type ChildProcess } from 'node:child_process';
import {
  createConnection,
  createServer,
  type AddressInfo,
  type Server,
  type Socket,
} from 'node:net';
import path from 'node:path';
import { until } from '../time/until';

/** Delay of the network between a node and Redis in each direction, in ms. */
const NETWORK_DELAY = 1;

/** A real redis-server, which the nodes reach over a network with a delay. */
export class Redis {
  #process: ChildProcess | undefined;

  private constructor(
    private readonly folder: string,
    private readonly network: Server,
  ) {}

  /** @param folder for the socket of redis-server */
  static async start(folder: string): Promise<Redis> {
    const network = createServer((near) => {
      const far = createConnection(socketIn(folder));
      forward(near, far);
      forward(far, near);
    });
    await new Promise<void>((resolve) => network.listen(0, '127.0.0.1', resolve));
    const redis = new Redis(folder, network);
    await redis.up();
    return redis;
  }

  /** Host and port for the nodes. */
  get address(): string {
    return `127.0.0.1:${(this.network.address() as AddressInfo).port}`;
  }

  /** Starts the process and waits until it accepts connections. */
  async up(): Promise<void> {
    const args = ['--port', '0', '--unixsocket', socketIn(this.folder), '--save', ''];
    this.#process = spawn('redis-server', args, { cwd: this.folder, stdio: 'ignore' });
    await until(() => this.#accepts(), { interval: 20 });
  }

  /** Ends the process, and with it every connection. */
  async down(): Promise<void> {
    const exited = new Promise((resolve) => this.#process?.once('exit', resolve));
    this.#process?.kill('SIGTERM');
    await exited;
  }

  async stop(): Promise<void> {
    await this.down();
    await new Promise((resolve) => this.network.close(resolve));
  }

  #accepts(): Promise<boolean> {
    if (this.#process?.exitCode !== null) throw new Error('redis-server did not start.');
    return new Promise((resolve) => {
      const socket = createConnection(socketIn(this.folder));
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
      socket.once('connect', () => socket.destroy());
    });
  }
}

const socketIn = (folder: string) => path.join(folder, 'redis.sock');

/** Forwards all bytes of one socket to another after the network's delay. */
function forward(from: Socket, to: Socket): void {
  from.on('data', (bytes) => setTimeout(() => to.write(bytes), NETWORK_DELAY));
  from.on('error', () => from.destroy());
  from.on('close', () => to.destroy());
}
