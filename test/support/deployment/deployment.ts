import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import {
  createConnection,
  createServer,
  type AddressInfo,
  type Server,
  type Socket,
} from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { until } from '../time/until';
import { Host } from './host';
import { Nginx } from './nginx';

/** Delay of the network between a node and Redis in each direction, in ms. */
const NETWORK_DELAY = 1;

/** Forwards all bytes of one socket to another after the network's delay. */
function forward(from: Socket, to: Socket): void {
  from.on('data', (bytes) => setTimeout(() => to.write(bytes), NETWORK_DELAY));
  from.on('error', () => from.destroy());
  from.on('close', () => to.destroy());
}

/** A real redis-server, which the nodes reach over a network with a delay. */
class Redis {
  #process: ChildProcess | undefined;
  readonly #network: Server;
  readonly #socket: string;

  /** @param folder for the socket of redis-server */
  constructor(private readonly folder: string) {
    this.#socket = path.join(folder, 'redis.sock');
    this.#network = createServer((near) => {
      const far = createConnection(this.#socket);
      forward(near, far);
      forward(far, near);
    });
  }

  /** Starts the process and waits until it accepts connections. @returns its host and port */
  async up(): Promise<string> {
    if (!this.#network.listening) await once(this.#network.listen(0, '127.0.0.1'), 'listening');
    const args = ['--port', '0', '--unixsocket', this.#socket, '--save', ''];
    const child = spawn('redis-server', args, { cwd: this.folder, stdio: 'ignore' });
    this.#process = child;
    const accepts = async () => {
      if (child.exitCode !== null) throw new Error('redis-server did not start.');
      const socket = createConnection(this.#socket);
      const isOpen = await once(socket, 'connect').then(Boolean, () => false);
      socket.destroy();
      return isOpen;
    };
    await until(accepts, { interval: 20 });
    return `127.0.0.1:${(this.#network.address() as AddressInfo).port}`;
  }

  /** Ends the process, and with it every connection. */
  async down(): Promise<void> {
    if (!this.#process) return;
    const exited = once(this.#process, 'exit');
    this.#process.kill('SIGTERM');
    await exited;
  }

  async stop(): Promise<void> {
    await this.down();
    this.#network.close();
  }
}

/** The parts of a production deployment, each a process of its own. */
export interface Deployment {
  /** The history of the second node lags. The first node reads all messages that are stored. */
  nodes: readonly [Host, Host];
  redis: Redis;
  nginx: Nginx;
  stop(): Promise<void>;
}

/**
 * Starts Redis, two nodes that share it and a database, and nginx in front of them.
 * @param webRoot folder with the app's files
 * @param historyLag in seconds
 */
export async function startDeployment(webRoot: string, historyLag: number): Promise<Deployment> {
  const folder = await mkdtemp(path.join(tmpdir(), 'deployment-'));
  const redis = new Redis(folder);
  const address = await redis.up();
  const startNode = (lag: number) =>
    Host.start({
      Folder: folder,
      // Publishing fails after this many ms without Redis.
      Redis: `${address},abortConnect=false,asyncTimeout=2000`,
      HistoryLagSeconds: lag,
      // A node with long polls takes this long to shut down; the default is 30 s.
      shutdownTimeoutSeconds: 5,
      'Logging:LogLevel:Microsoft.AspNetCore': 'Warning',
    });
  const nodes = [await startNode(0), await startNode(historyLag)] as const;
  const nginx = await Nginx.start({ webRoot, nodes: nodes.map(({ url }) => url) });
  const stop = async () => {
    for (const part of [nginx, ...nodes, redis]) await part.stop();
    await rm(folder, { recursive: true });
  };
  return { nodes, redis, nginx, stop };
}
