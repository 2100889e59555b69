import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Nginx } from './nginx';
import { Host, type HostSettings } from './host';
import { Redis } from './redis';

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
