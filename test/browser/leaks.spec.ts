import type { CDPSession, Page } from '@playwright/test';
import type { Provider } from '../provider/provider';
import { expect, test } from './fixtures';
import { countTimers, pendingTimers } from './timers';

// Playwright switches the back/forward cache off.
test.use({
  launchOptions: async ({ launchOptions }, use) => {
    await use({ ...launchOptions, ignoreDefaultArgs: ['--disable-back-forward-cache'] });
  },
});

const HISTORY = Array.from({ length: 50 }, (_, index) => `mesaj ${index}`);

/** What a page holds after garbage collection. */
interface Held {
  heap: number;
  nodes: number;
  listeners: number;
  timers: number;
}

async function measure(page: Page, cdp: CDPSession): Promise<Held> {
  await cdp.send('Performance.enable');
  // Twice: what a finaliser lets go is collected by the second.
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

/**
 * Holds the least of the last third of the measurements to that of the middle third: the first is
 * for warming up, and garbage that waits for another collection is no leak.
 */
function isFlat(measured: Held[]): void {
  const third = Math.floor(measured.length / 3);
  const last = measured.slice(-third);
  const middle = measured.slice(-2 * third, -third);
  const ratio = (of: (held: Held) => number) =>
    Math.min(...last.map(of)) / Math.min(...middle.map(of));
  const line = JSON.stringify(measured);
  expect(
    ratio(({ heap }) => heap),
    `heap, ${line}`,
  ).toBeLessThan(1.05);
  // A row more or less, at the moment of a look; a screen that is kept would be as much again each time.
  expect(
    ratio(({ nodes }) => nodes),
    `nodes, ${line}`,
  ).toBeLessThan(1.15);
  expect(
    ratio(({ listeners }) => listeners),
    `listeners, ${line}`,
  ).toBeLessThan(1.05);
  const timers = (some: Held[]) => some.map((held) => held.timers);
  // One more may run at a moment; those of a leak run at every one.
  expect(Math.min(...timers(last)), `timers, ${line}`).toBeLessThanOrEqual(
    Math.max(...timers(middle)),
  );
}

/** Whether no history is awaited any more. */
const areAnswered = (provider: Provider) =>
  provider.ledger.requests('messages').every(({ status }) => status !== 'pending');

test.setTimeout(120_000);

test('a hundred reconnects leave nothing behind', async ({ page, context, chat, provider }) => {
  chat.stored(...HISTORY);
  await countTimers(page);
  await chat.open();
  const cdp = await context.newCDPSession(page);
  const opened = () => provider.ledger.of('opened').length;
  const measured: Held[] = [];
  for (let time = 1; time <= 100; time += 1) {
    const before = opened();
    provider.hub.terminate();
    // To be shown ends the pause that follows a connection which did not hold.
    const show = async () => {
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
      return opened();
    };
    await expect.poll(show, { intervals: [10] }).toBeGreaterThan(before);
    if (time % 10 > 0) continue;
    await chat.isConnected();
    measured.push(await measure(page, cdp));
  }
  expect(provider.hub.connections()).toHaveLength(1);
  isFlat(measured);
});

test('fifty times in and out of the chat leave nothing behind', async ({
  page,
  context,
  chat,
  provider,
}) => {
  chat.stored(...HISTORY);
  await countTimers(page);
  await chat.open();
  await page.evaluate(() => Object.assign(window, { isKept: true }));
  const cdp = await context.newCDPSession(page);
  const measured: Held[] = [];
  for (let time = 1; time <= 50; time += 1) {
    await page.goto('/favicon.svg');
    await expect.poll(() => provider.hub.connections(), { intervals: [10] }).toHaveLength(0);
    await page.goBack({ waitUntil: 'commit' });
    await expect.poll(() => provider.hub.connections(), { intervals: [10] }).toHaveLength(1);
    if (time % 5 > 0) continue;
    // Not by what the page shows: Playwright would leave a helper of its own behind each time.
    await expect.poll(() => areAnswered(provider), { intervals: [10] }).toBe(true);
    measured.push(await measure(page, cdp));
  }
  // It was the same page all the time, out of the cache.
  expect(await page.evaluate(() => 'isKept' in window)).toBe(true);
  isFlat(measured);
});

test('fifty times signed out and in again leave nothing behind', async ({
  page,
  context,
  chat,
  provider,
  customer,
}) => {
  chat.stored(...HISTORY);
  await countTimers(page);
  await chat.open();
  const cdp = await context.newCDPSession(page);
  const connections = () => expect.poll(() => provider.hub.connections(), { intervals: [10] });
  const measured: Held[] = [];
  for (let time = 1; time <= 50; time += 1) {
    // By the page itself: Playwright's locators would leave helpers of their own behind.
    await page.evaluate(() => document.querySelector<HTMLElement>('header button')?.click());
    await connections().toHaveLength(0);
    await page.waitForFunction(() => {
      const input = document.querySelector('input');
      input?.focus();
      return input !== null;
    });
    await page.keyboard.press('End');
    await page.keyboard.insertText(customer.phone.slice('+994'.length));
    await page.keyboard.press('Enter');
    await connections().toHaveLength(1);
    if (time % 5 > 0) continue;
    await expect.poll(() => areAnswered(provider), { intervals: [10] }).toBe(true);
    measured.push(await measure(page, cdp));
  }
  isFlat(measured);
});
