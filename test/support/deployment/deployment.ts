import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createConnection, createServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Program } from '../build/program';
import { Host } from './host';
import { startNginx } from './nginx';

/** Delay of the network between a node and Redis in each direction, in ms. */
const NETWORK_DELAY = 1;

/** Lag of the second node's history, in seconds. */
const HISTORY_LAG = 2;

/** Forwards all bytes of one socket to another after the network's delay. */
function forward(from: Socket, to: Socket): void {
  from.on('data', (bytes) => setTimeout(() => to.write(bytes), NETWORK_DELAY));
  from.on('error', () => from.destroy());
  from.on('close', () => to.destroy());
}

/** The parts of a production deployment, each a process of its own. */
export type Deployment = Awaited<ReturnType<typeof startDeployment>>;

/** Starts Redis, two nodes that share it and a database, and nginx in front of them. */
export async function startDeployment() {
  const folder = await mkdtemp(path.join(tmpdir(), 'deployment-'));
  const socket = path.join(folder, 'redis.sock');
  const redis = new Program('redis-server', ['--port', '0', '--unixsocket', socket, '--save', ''], {
    folder,
    isReady: () => existsSync(socket),
  });
  await redis.up();
  const network = createServer((near) => {
    const far = createConnection(socket);
    forward(near, far);
    forward(far, near);
  }).listen(0, '127.0.0.1');
  await once(network, 'listening');
  const { port } = network.address() as AddressInfo;
  const startNode = (lag: number) =>
    Host.start({
      Folder: folder,
      // Publishing fails after this many ms without Redis.
      Redis: `127.0.0.1:${port},abortConnect=false,asyncTimeout=2000`,
      HistoryLagSeconds: lag,
      Damages: true,
      // A node with long polls takes this long to shut down; the default is 30 s.
      shutdownTimeoutSeconds: 5,
    });
  // The history of the second node lags. The first node reads all messages that are stored.
  const nodes = [await startNode(0), await startNode(HISTORY_LAG)] as const;
  const nginx = await startNginx(nodes.map(({ url }) => url));
  const stop = async () => {
    for (const part of [nginx, ...nodes]) await part.stop();
    await redis.down();
    network.close();
    await rm(folder, { recursive: true });
  };
  return { nodes, redis, nginx, stop };
}
