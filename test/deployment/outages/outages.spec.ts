import { test as base } from '@playwright/test';
import { setTimeout as wait } from 'node:timers/promises';
import { Scene } from './scene';

const test = base.extend<object, { scene: Scene }>({
  /** One for all tests, so that a fault meets pages that have survived others. */
  scene: [
    async ({ browser }, use) => {
      const scene = await Scene.open(browser);
      await use(scene);
      await scene.close();
    },
    { scope: 'worker', timeout: 600_000 },
  ],
});

/** Duration of a fault, in ms. */
const DOWN = 2_000;
const REDIS_DOWN = 5_000;
/** Longer than nginx waits for a history and for most other responses. */
const FROZEN = 25_000;
/** Time that a page is hidden, in ms. After this time, the page fetches the history when shown. */
const HIDDEN = 31_000;

const FAULTS: Record<string, (scene: Scene) => Promise<void>> = {
  'a node is killed and comes back': ({ operator }) =>
    operator.withoutBusiest(async (node) => {
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
  'a node freezes': ({ operator }) =>
    operator.withoutBusiest(async (node) => {
      node.signal('SIGSTOP');
      await wait(FROZEN);
      node.signal('SIGCONT');
    }),
  'both nodes restart in turn': async ({ operator, deployment: { nodes } }) => {
    for (const each of nodes) {
      await operator.without(each, async (node) => {
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
    await scene.underTraffic(() => inject(scene));
    await scene.expectComplete();
  });

test('No message is lost when Redis stops, once each page has fetched its history', async ({
  scene,
}) => {
  const { customers, deployment } = scene;
  // Half of the pages are hidden during the fault and shown later. The others reconnect.
  const hidden = customers.filter((_, index) => index % 2 === 0);
  await Promise.all(hidden.map(({ screen }) => screen.setHidden(true)));
  const whileHidden = wait(HIDDEN);
  await scene.underTraffic(async () => {
    await deployment.redis.down();
    await wait(REDIS_DOWN);
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
