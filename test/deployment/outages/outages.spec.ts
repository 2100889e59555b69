import { expect, test as base } from '@playwright/test';
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

type Deployment = Awaited<ReturnType<typeof startDeployment>>;

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
      Changes: true,
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

/** A production deployment, whose operator writes through each node in turn. */
class Scene {
  readonly chats: Chats;
  #usable: readonly Host[];
  #count = 0;
  readonly #pending = new Set<Promise<unknown>>();

  constructor(readonly deployment: Deployment) {
    const { nginx, nodes } = deployment;
    this.#usable = nodes;
    this.chats = new Chats({
      url: nginx.url,
      api: nodes[0].url,
      say: async (id, text, imageUrl) => {
        this.#count += 1;
        const node = this.#usable[this.#count % this.#usable.length];
        // The message of a failed call may be stored. The rows are compared with the database.
        const call = node?.operatorSays(id, text, imageUrl).catch(() => undefined);
        const pending = Promise.resolve(call);
        this.#pending.add(pending);
        await pending;
        this.#pending.delete(pending);
      },
      stored: (customer) => nodes[0].conversation(customer),
      timeout: TIMEOUT,
    });
  }

  /**
   * Runs a fault of a node, which the operator does not use meanwhile. Waits for pending calls first:
   * if a node dies after storing a message and before publishing it, no client can know of it.
   */
  async without(node: Host, fault: (program: Program) => Promise<void>): Promise<void> {
    this.#usable = this.deployment.nodes.filter((other) => other !== node);
    await Promise.all(this.#pending);
    await fault(node.program);
    this.#usable = this.deployment.nodes;
  }

  /** Runs a fault of the node that has most connections. */
  async withoutBusiest(fault: (program: Program) => Promise<void>): Promise<void> {
    const [first, second] = this.deployment.nodes;
    const [one, other] = [await first.connections(), await second.connections()];
    await this.without(one.length > other.length ? first : second, fault);
  }
}

const seed = Date.now() % 2 ** 32;
const random = new Random(seed);

const test = base.extend<object, { scene: Scene }>({
  /** All tests share a scene, because a fault must meet pages that have survived earlier faults. */
  scene: [
    async ({ browser }, use) => {
      console.log(`Seed ${seed}`);
      const folder = await mkdtemp(path.join(tmpdir(), 'deployment-'));
      const scene = new Scene(await startDeployment(folder));
      await scene.chats.open(browser, [...TRANSPORTS, ...TRANSPORTS]);
      await use(scene);
      for (const { screen } of scene.chats.customers) await screen.page.context().close();
      await scene.deployment.stop();
      await rm(folder, { recursive: true });
    },
    { scope: 'worker', timeout: 600_000 },
  ],
});

const FAULTS: Record<string, (scene: Scene) => Promise<void>> = {
  'a node is killed and comes back': (scene) =>
    scene.withoutBusiest(async (node) => {
      await node.down('SIGKILL');
      await wait(DOWN);
      await node.up();
    }),
  'nginx reloads': async ({ deployment: { nginx } }) => {
    nginx.program.signal('SIGHUP');
    await wait(DOWN);
  },
  'nginx restarts': async ({ deployment: { nginx } }) => {
    await nginx.program.down();
    await wait(DOWN);
    await nginx.program.up();
  },
  'a node freezes': (scene) =>
    scene.withoutBusiest(async (node) => {
      node.signal('SIGSTOP');
      await wait(FROZEN);
      node.signal('SIGCONT');
    }),
  'both nodes restart in turn': async (scene) => {
    for (const each of scene.deployment.nodes) {
      await scene.without(each, async (node) => {
        await node.down('SIGTERM');
        await node.up();
      });
      await wait(DOWN);
    }
  },
  'the nodes abort all connections': async ({ deployment: { nodes } }) => {
    await Promise.all(nodes.map((node) => node.abort()));
  },
};

for (const [name, inject] of Object.entries(FAULTS))
  test(`No message is lost when ${name}`, async ({ scene }) => {
    await scene.chats.actDuring(random, () => inject(scene));
    expect(await scene.chats.problems(false)).toEqual([]);
  });

test('No message is lost when Redis stops, and all pages equal the database after they have reconnected', async ({
  scene: { chats, deployment },
}) => {
  await chats.actDuring(random, async () => {
    await deployment.redis.down();
    await wait(REDIS_DOWN);
    await deployment.redis.up();
  });
  await chats.reconnect();
  expect(await chats.problems(true)).toEqual([]);
});
