import { test as base } from '@playwright/test';
import { setTimeout as wait } from 'node:timers/promises';
import type { Transport } from '../../support/page/customerScreen';
import { Herd } from './herd';
import { Scene } from './scene';

/** Durations, in ms. */
interface Times {
  /** Traffic before a fault, and after the pages are live again. */
  calm: number;
  /** A node or nginx is down. */
  down: number;
  redisDown: number;
  frozen: number;
}

/** Options of a project. */
export interface OutageOptions {
  /** The transport of each customer. */
  transports: Transport[];
  times: Times;
}

const test = base.extend<object, OutageOptions & { scene: Scene }>({
  transports: [[], { option: true, scope: 'worker' }],
  times: [
    { calm: 0, down: 0, redisDown: 0, frozen: 0 },
    { option: true, scope: 'worker' },
  ],

  /** One for all tests, so that a fault meets pages that have survived others. */
  scene: [
    async ({ browser, transports }, use) => {
      const scene = await Scene.open(browser, transports);
      await use(scene);
      await scene.close();
    },
    { scope: 'worker', timeout: 240_000 },
  ],
});

/** Time that a page is hidden, in ms. After this time, the page fetches the history when shown. */
const HIDDEN = 31_000;
const HERD_SIZE = 300;

type Inject = (scene: Scene, times: Times) => Promise<void>;

const FAULTS: Record<string, Inject> = {
  'a node is killed and comes back': ({ operator }, { down }) =>
    operator.withoutBusiest(async (node) => {
      await node.kill();
      await wait(down);
      await node.up();
    }),
  'nginx reloads': async ({ deployment: { nginx } }, { down }) => {
    nginx.reload();
    await wait(down);
  },
  'nginx restarts': async ({ deployment: { nginx } }, { down }) => {
    await nginx.down();
    await wait(down);
    await nginx.up();
  },
  'a node freezes': ({ operator }, { frozen }) =>
    operator.withoutBusiest(async (node) => {
      node.freeze();
      await wait(frozen);
      node.thaw();
    }),
  'both nodes restart in turn': async ({ operator, deployment: { nodes } }, { down }) => {
    for (const node of nodes) {
      await operator.without(node, async () => {
        await node.shutDown();
        await node.up();
      });
      await wait(down);
    }
  },
  '300 connections reconnect together': async ({ deployment: { nodes } }) => {
    const herd = await Herd.open(nodes, HERD_SIZE);
    await Promise.all(nodes.map(({ control }) => control.abort()));
    await herd.untilConnected(2);
    herd.stop();
  },
};

for (const [name, inject] of Object.entries(FAULTS))
  test(`No message is lost when ${name}`, async ({ scene, times }) => {
    await scene.underTraffic(times.calm, () => inject(scene, times));
    await scene.expectComplete();
  });

test('No message is lost when Redis stops, once each page has fetched its history', async ({
  scene,
  times: { calm, redisDown },
}) => {
  const { customers, deployment } = scene;
  // Half of the pages are hidden during the fault and shown later. The others reconnect.
  const hidden = customers.filter((_, index) => index % 2 === 0);
  await Promise.all(hidden.map(({ screen }) => screen.setHidden(true)));
  const whileHidden = wait(HIDDEN);
  await scene.underTraffic(calm, async () => {
    await deployment.redis.down();
    await wait(redisDown);
    await deployment.redis.up();
  });
  await whileHidden;
  await Promise.all(hidden.map(({ screen }) => screen.setHidden(false)));
  const shown = customers.filter((customer) => !hidden.includes(customer));
  await Promise.all(shown.map((customer) => customer.reconnect()));
  await scene.expectComplete();
});

test('All pages equal the database after they have reconnected', async ({ scene }) => {
  await scene.expectEqual();
});
