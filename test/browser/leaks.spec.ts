import type { CDPSession, Page } from '@playwright/test';
import type { Provider } from '../stand-in/provider';
import type { CustomerChat } from '../support/browser/customerChat';
import { expect, test } from '../support/browser/fixtures';

test.use({
  launchOptions: async ({ launchOptions }, use) => {
    const { args = [] } = launchOptions;
    // Without `--jitless`, each reconnect adds compiled code to the heap, which would count as growth.
    await use({ ...launchOptions, args: [...args, '--js-flags=--jitless'] });
  },
});

/** The number of measurements before the caches of the browser are full. */
const WARM_UP = 2;

/** Less texts than the list renders initially. With more, a scroll would render more rows. */
const HISTORY = Array.from({ length: 20 }, (_, index) => `mesaj ${index}`);

/** The rows that the list renders. */
const RENDERED_ROWS = 60;
/** Messages with an image in the history, more than the list renders. */
const IMAGES = 80;

/** What a page holds after garbage collection. */
interface Footprint {
  /** Bytes. */
  heap: number;
  nodes: number;
  listeners: number;
  timers: number;
}

/** Counts the pending timers of every page load from now on, in `window.pendingTimers`. */
async function countTimers(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const pending = new Set<number>();
    const start = window.setTimeout.bind(window);
    const repeat = window.setInterval.bind(window);
    const clear = window.clearTimeout.bind(window);
    const track = (id: number) => {
      pending.add(id);
      return id;
    };
    const end = (id: number) => {
      pending.delete(id);
      clear(id);
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
}

async function measure(page: Page, cdp: CDPSession): Promise<Footprint> {
  await cdp.send('Performance.enable');
  // The browser keeps console messages for its developer tools. They would count as growth.
  await cdp.send('Runtime.discardConsoleEntries');
  // Twice, because finalisers of the first collection release more.
  await cdp.send('HeapProfiler.collectGarbage');
  await cdp.send('HeapProfiler.collectGarbage');
  const { usedSize } = await cdp.send('Runtime.getHeapUsage');
  const { metrics } = await cdp.send('Performance.getMetrics');
  const valueOf = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? NaN;
  return {
    heap: usedSize,
    nodes: valueOf('Nodes'),
    listeners: valueOf('JSEventListeners'),
    timers: await page.evaluate(() => (Reflect.get(window, 'pendingTimers') as Set<number>).size),
  };
}

const median = (values: number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? NaN;

/**
 * How much values grow from the first to the last, as a share of their median. The slope is the
 * median of the slopes of all pairs (Theil-Sen), so that garbage that is not collected yet at one
 * measurement does not count.
 */
function growth(values: number[]): number {
  const slopes = values.flatMap((value, index) =>
    values.slice(index + 1).map((later, distance) => (later - value) / (distance + 1)),
  );
  return (median(slopes) * (values.length - 1)) / median(values);
}

/** Asserts that the measurements do not grow. The first ones are the warm-up and do not count. */
function expectNoGrowth(measured: Footprint[]): void {
  const warm = measured.slice(WARM_UP);
  const line = JSON.stringify(measured);
  expect(growth(warm.map(({ heap }) => heap)), `heap, ${line}`).toBeLessThan(0.01);
  expect(growth(warm.map(({ nodes }) => nodes)), `nodes, ${line}`).toBeLessThan(0.05);
  expect(growth(warm.map(({ listeners }) => listeners)), `listeners, ${line}`).toBeLessThan(0.05);
  // A short timer may be pending at one measurement; leaked timers are pending at all of them.
  const timers = warm.map((footprint) => footprint.timers);
  expect(Math.min(...timers.slice(-3)), `timers, ${line}`).toBeLessThanOrEqual(
    Math.max(...timers.slice(0, 3)),
  );
}

/** Repeats a round a hundred times and asserts that the page does not grow. */
async function expectNoGrowthIn(chat: CustomerChat, round: () => Promise<void>): Promise<void> {
  const { page } = chat;
  const cdp = await page.context().newCDPSession(page);
  const measured: Footprint[] = [];
  for (let time = 1; time <= 100; time += 1) {
    await round();
    // A WebSocket that is cut before its handshake counts as blocked, so another transport follows.
    await chat.waitUntilConnected();
    if (time % 10 > 0) continue;
    measured.push(await measure(page, cdp));
  }
  expectNoGrowth(measured);
}

/** What is done a hundred times. Each resolves when a new connection is open. */
const ROUNDS: Record<string, (chat: CustomerChat, provider: Provider) => Promise<void>> = {
  outages: async ({ page }, provider) => {
    const opened = () => provider.ledger.of('opened').length;
    const before = opened();
    provider.hub.terminate();
    // The page retries at once when shown, without the delay after a short connection.
    const retryNow = async () => {
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
      return opened();
    };
    await expect.poll(retryNow, { intervals: [10] }).toBeGreaterThan(before);
  },
  'stays in the back/forward cache': async ({ page }, provider) => {
    const opened = () => provider.ledger.of('opened').length;
    const before = opened();
    await page.evaluate(() => {
      window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
      window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    });
    await expect.poll(opened, { intervals: [10] }).toBeGreaterThan(before);
  },
};

test.describe('Heap, nodes, listeners, timers and connections', { tag: '@chromium' }, () => {
  for (const [rounds, round] of Object.entries(ROUNDS)) {
    test(`do not grow in 100 ${rounds}`, async ({ page, chat, provider }) => {
      chat.storeIncoming(...HISTORY);
      await countTimers(page);
      await chat.open();
      await expectNoGrowthIn(chat, () => round(chat, provider));
      await expect.poll(() => provider.hub.connections()).toHaveLength(1);
    });
  }

  test('do not grow when images are printed 100 times', async ({
    page,
    chat,
    provider,
    customer,
  }) => {
    const imageUrl = await chat.storeImage();
    for (let row = 1; row < IMAGES; row += 1) provider.store(customer.id, { imageUrl });
    await countTimers(page);
    await chat.open();
    await expect(chat.messages).toHaveCount(RENDERED_ROWS);
    await expectNoGrowthIn(chat, async () => {
      // A print renders all rows, and afterwards the list removes the earlier ones.
      await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
      await expect(chat.messages).toHaveCount(IMAGES);
      await page.evaluate(() => dispatchEvent(new Event('afterprint')));
      await expect(chat.messages).toHaveCount(RENDERED_ROWS);
    });
  });
});
