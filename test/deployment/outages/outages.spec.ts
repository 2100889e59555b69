import { test as base, type Browser } from '@playwright/test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Program } from '../../support/build/program';
import { Host } from '../../support/deployment/host';
import { startNginx } from '../../support/deployment/nginx';
import { Chats } from '../../support/endurance/chats';
import type { Transport } from '../../support/endurance/customer';
import { freePort } from '../../support/network/freePort';
import { Random } from '../../support/time/random';

const TRANSPORTS: Transport[] = ['WebSockets', 'ServerSentEvents', 'LongPolling'];
/** Time after which a live page must show all messages, in ms; the app fetches within 7 s. */
const TIMEOUT = 15_000;
/** Duration of a fault, in ms. */
const DOWN = 2_000;
const REDIS_DOWN = 5_000;
/** Longer than nginx waits for a history and for most other responses. */
const FROZEN = 25_000;

/** Starts Redis, two nodes that share it and a database in a folder, and nginx in front of them. */
async function startDeployment(folder: string) {
  const port = await freePort();
  const redis = new Program('redis-server', ['--port', String(port), '--save', ''], {
    folder,
    isReady: (program) => program.output().includes('Ready to accept connections'),
  });
  await redis.up();
  const startNode = () =>
    Host.start({
      Folder: folder,
      // Publishing fails after this many ms without Redis.
      Redis: `127.0.0.1:${port},abortConnect=false,asyncTimeout=2000`,
      // A node with long polls takes this long to shut down; the default is 30 s.
      shutdownTimeoutSeconds: 5,
    });
  const nodes = [await startNode(), await startNode()] as const;
  const nginx = await startNginx(nodes.map(({ url }) => url));
  const stop = async () => {
    for (const part of [nginx, ...nodes]) await part.stop();
    await redis.down();
  };
  return { nodes, redis, nginx, stop };
}

/** Opens a chat over each transport. The operator writes through the node with fewer connections. */
async function openScene(browser: Browser, folder: string) {
  const { nodes, redis, nginx, stop } = await startDeployment(folder);
  let [operatorNode, busyNode] = nodes;
  const chats = new Chats({
    url: nginx.url,
    api: operatorNode.url,
    // The message of a failed call may be stored. The rows are compared with the database.
    say: (...message) => operatorNode.operatorSays(...message).catch(() => undefined),
    stored: (customer) => operatorNode.conversation(customer),
    timeout: TIMEOUT,
  });
  await chats.open(browser, [...TRANSPORTS, ...TRANSPORTS]);
  const counts = await Promise.all(nodes.map(async (node) => (await node.connections()).length));
  // If a node dies after storing a message and before publishing it, no client can know of it.
  if ((counts[0] ?? 0) > (counts[1] ?? 0)) [busyNode, operatorNode] = nodes;
  const close = async () => {
    await chats.close();
    await stop();
  };
  return { nodes, redis, nginx, chats, busyNode: busyNode.program, close };
}

type Scene = Awaited<ReturnType<typeof openScene>>;

const seed = Number(process.env.SEED ?? Date.now() % 2 ** 32);
const random = new Random(seed);

const test = base.extend<object, { scene: Scene }>({
  /** All tests share a scene, because a fault must meet pages that have survived earlier faults. */
  scene: [
    async ({ browser }, use) => {
      console.log(`Seed ${seed}`);
      const folder = await mkdtemp(path.join(tmpdir(), 'deployment-'));
      const scene = await openScene(browser, folder);
      await use(scene);
      await scene.close();
      await rm(folder, { recursive: true });
    },
    { scope: 'worker', timeout: 600_000 },
  ],
});

const FAULTS: Record<string, (scene: Scene) => Promise<void>> = {
  'a node is killed and comes back': async ({ busyNode }) => {
    await busyNode.down('SIGKILL');
    await wait(DOWN);
    await busyNode.up();
  },
  'nginx reloads': async ({ nginx }) => {
    nginx.program.signal('SIGHUP');
    await wait(DOWN);
  },
  'nginx restarts': async ({ nginx }) => {
    await nginx.program.down();
    await wait(DOWN);
    await nginx.program.up();
  },
  'a node freezes': async ({ busyNode }) => {
    busyNode.signal('SIGSTOP');
    await wait(FROZEN);
    busyNode.signal('SIGCONT');
  },
  'both nodes restart in turn': async ({ nodes }) => {
    for (const { program } of nodes) {
      await program.down('SIGTERM');
      await program.up();
      await wait(DOWN);
    }
  },
  'the nodes abort all connections': async ({ nodes }) => {
    await Promise.all(nodes.map((node) => node.abort()));
  },
};

for (const [name, inject] of Object.entries(FAULTS))
  test(`No message is lost when ${name}`, async ({ scene }) => {
    await scene.chats.actDuring(random, () => inject(scene));
    await scene.chats.expectStored(false);
  });

test('No message is lost when Redis stops, and all pages equal the database after they have reconnected', async ({
  scene: { chats, redis },
}) => {
  await chats.actDuring(random, async () => {
    await redis.down();
    await wait(REDIS_DOWN);
    await redis.up();
  });
  await chats.reconnect();
  await chats.expectStored(true);
});
