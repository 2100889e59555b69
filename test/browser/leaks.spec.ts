import type { CDPSession, Page } from '@playwright/test';
import { INITIAL_ROWS } from '../../src/shared/constants';
import { expect, test } from '../support/browser/fixtures';
import { countTimers, pendingTimers } from '../support/browser/outage';

test.use({
  launchOptions: async ({ launchOptions }, use) => {
    const { args = [] } = launchOptions;
    // Without `--jitless`, each reconnect adds compiled code to the heap, which would count as growth.
    await use({ ...launchOptions, args: [...args, '--js-flags=--jitless'] });
  },
});

/** The number of measurements before the caches of the browser are full. */
const WARM_UP = 2;

/** As many texts as the list renders initially. With more, a scroll event would render more rows. */
const HISTORY = Array.from({ length: INITIAL_ROWS }, (_, index) => `mesaj ${index}`);

/** What a page holds after garbage collection. */
interface Footprint {
  /** Bytes. */
  heap: number;
  nodes: number;
  listeners: number;
  timers: number;
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
  const timers = (await pendingTimers(page)).length;
  return {
    heap: usedSize,
    nodes: valueOf('Nodes'),
    listeners: valueOf('JSEventListeners'),
    timers,
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

test.setTimeout(120_000);

test.describe('Memory leaks', () => {
  test('none after 100 reconnects', async ({ page, context, chat, provider }) => {
    chat.storeIncoming(...HISTORY);
    await countTimers(page);
    await chat.open();
    const cdp = await context.newCDPSession(page);
    const opened = () => provider.ledger.of('opened').length;
    const measured: Footprint[] = [];
    for (let time = 1; time <= 100; time += 1) {
      const before = opened();
      provider.hub.terminate();
      // The page retries at once when shown, without the delay after a short connection.
      const retryNow = async () => {
        await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
        return opened();
      };
      await expect.poll(retryNow, { intervals: [10] }).toBeGreaterThan(before);
      if (time % 10 > 0) continue;
      await chat.waitUntilConnected();
      measured.push(await measure(page, cdp));
    }
    expect(provider.hub.connections()).toHaveLength(1);
    expectNoGrowth(measured);
  });
});
