import { spawn, type ChildProcess } from 'node:child_process';
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
import { Host, type HostSettings } from './host';
import { Nginx } from './nginx';

/** Delay of the network between a node and Redis in each direction, in ms. */
const NETWORK_DELAY = 1;

/** A real redis-server, which the nodes reach over a network with a delay. */
class Redis {
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

/** The parts of a production deployment, each a process of its own. */
export interface Deployment {
  /** The history of the second node lags. The first node reads all messages that are stored. */
  nodes: readonly [Host, Host];
  /** In seconds. */
  historyLag: number;
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
  const folder = await mkdtemp(path.join(tmpdir(), 'reference-'));
  const running: { stop(): Promise<void> }[] = [];
  const stop = async () => {
    for (const part of running.toReversed()) await part.stop();
    await rm(folder, { recursive: true });
  };
  const started = <T extends { stop(): Promise<void> }>(part: T): T => {
    running.push(part);
    return part;
  };
  try {
    const redis = started(await Redis.start(folder));
    const startNode = async (settings?: HostSettings) =>
      started(
        await Host.start({
          Folder: folder,
          // Publishing fails after this many ms without Redis.
          Redis: `${redis.address},abortConnect=false,asyncTimeout=2000`,
          // A node with long polls takes this long to shut down; the default is 30 s.
          shutdownTimeoutSeconds: 5,
          'Logging:LogLevel:Microsoft.AspNetCore': 'Warning',
          ...settings,
        }),
      );
    const lagging = { HistoryLagSeconds: historyLag };
    const nodes = [await startNode(), await startNode(lagging)] as const;
    const nginx = started(await Nginx.start({ webRoot, nodes: nodes.map(({ url }) => url) }));
    return { nodes, historyLag, redis, nginx, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
