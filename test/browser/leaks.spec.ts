import type { CDPSession, Page } from '@playwright/test';
import { expect, test } from '../support/browser/fixtures';

test.use({
  launchOptions: async ({ launchOptions }, use) => {
    const { args = [] } = launchOptions;
    // Without `--jitless`, each reconnect adds compiled code to the heap, which would count as growth.
    await use({ ...launchOptions, args: [...args, '--js-flags=--jitless'] });
  },
});

const ROUNDS = 20;
/** The rows that the list renders, and messages with an image in the history. */
const [RENDERED_ROWS, IMAGES] = [60, 80];

/** Keeps the pending timers of every page load from now on in `window.pendingTimers`. */
const watchTimers = (page: Page) =>
  page.addInitScript(() => {
    const pending = new Set<number>();
    const start = window.setTimeout.bind(window);
    const repeat = window.setInterval.bind(window);
    const clear = window.clearTimeout.bind(window);
    const end = (id: number) => {
      pending.delete(id);
      clear(id);
    };
    const track = (id: number) => {
      pending.add(id);
      return id;
    };
    Object.assign(window, {
      pendingTimers: pending,
      setTimeout: (handler: () => void, delay?: number) => {
        const id = start(() => {
          pending.delete(id);
          handler();
        }, delay);
        return track(id);
      },
      setInterval: (handler: () => void, delay?: number) => track(repeat(handler, delay)),
      clearTimeout: end,
      clearInterval: end,
    });
  });

/** Measures what the page holds after garbage collection. The heap is in bytes. */
async function measure(page: Page, cdp: CDPSession) {
  // The browser keeps console messages for its developer tools. They would count as growth.
  await cdp.send('Runtime.discardConsoleEntries');
  // Twice, because finalisers of the first collection release more.
  await cdp.send('HeapProfiler.collectGarbage');
  await cdp.send('HeapProfiler.collectGarbage');
  const { usedSize: heap } = await cdp.send('Runtime.getHeapUsage');
  const { metrics } = await cdp.send('Performance.getMetrics');
  const valueOf = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? NaN;
  const timers = await page.evaluate(
    () => (Reflect.get(window, 'pendingTimers') as Set<number>).size,
  );
  return { heap, nodes: valueOf('Nodes'), listeners: valueOf('JSEventListeners'), timers };
}

/** Maximum growth of each value, as a share. A short timer may be pending. */
const LIMITS = { heap: 0.003, nodes: 0.01, listeners: 0.01, timers: 0.5 };

test(
  `Heap, nodes, listeners, timers and connections do not grow in ${ROUNDS} rounds of an outage, the back/forward cache and a print`,
  { tag: '@chromium' },
  async ({ page, chat, provider, customer }) => {
    const imageUrl = await chat.storeImage();
    for (let row = 1; row < IMAGES; row += 1) provider.store(customer.id, { imageUrl });
    await watchTimers(page);
    await chat.open();
    const cdp = await page.context().newCDPSession(page);
    await cdp.send('Performance.enable');
    const opened = () => provider.ledger.of('opened').length;
    const measured: Awaited<ReturnType<typeof measure>>[] = [];
    for (let round = 1; round <= ROUNDS; round += 1) {
      let before = opened();
      provider.hub.terminate();
      // The page retries at once when shown, without the delay after a short connection.
      const retryNow = async () => {
        await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
        return opened();
      };
      await expect.poll(retryNow, { intervals: [10] }).toBeGreaterThan(before);
      before = opened();
      await page.evaluate(() => {
        window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
        window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
      });
      await expect.poll(opened, { intervals: [10] }).toBeGreaterThan(before);
      // A print renders all rows, and afterwards the list removes the earlier ones.
      await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
      await expect(chat.messages).toHaveCount(IMAGES);
      await page.evaluate(() => dispatchEvent(new Event('afterprint')));
      await expect(chat.messages).toHaveCount(RENDERED_ROWS);
      // A WebSocket that is cut before its handshake counts as blocked, so another transport follows.
      await chat.waitUntilConnected();
      if (round % (ROUNDS / 10) === 0) measured.push(await measure(page, cdp));
    }
    for (const [name, limit] of Object.entries(LIMITS)) {
      const values = measured.map((footprint) => footprint[name as keyof typeof LIMITS]);
      // The caches of the browser fill in the first rounds. Garbage may wait for a later collection.
      const [early, late] = [values.slice(2, 5), values.slice(-3)].map((some) => Math.min(...some));
      expect(late, `${name}: ${values.join()}`).toBeLessThanOrEqual((early ?? NaN) * (1 + limit));
    }
    await expect.poll(() => provider.hub.connections()).toHaveLength(1);
  },
);
