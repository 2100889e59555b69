import type { Page } from '@playwright/test';
import { setTimeout as wait } from 'node:timers/promises';
import { deliver, holdRefetch, inChat, type Chat } from './chat';
import { openPage, type Environment, type Setting } from './environment';
import { percentile, type Values } from './figures';
import { textOf } from './messages';

/** Samples dropped from the start: code runs slowly before the JIT has compiled it. */
const WARM_UP = 2;
/** Minimum number of samples; a page with all rows rendered takes seconds for one. */
const MIN_SAMPLES = 5;
const GOLDEN_RATIO = (Math.sqrt(5) - 1) / 2;
/** Interval between key presses, in ms: the repeat rate of a held key. */
const KEY_REPEAT = 33;
/** Page loads per measurement; single first paints vary by 25 %. */
const PAINTS = 6;
/** Slow 4G: 1.6 Mbit/s down and 750 kbit/s up, in bytes per second; 150 ms round trip. */
const SLOW_4G = {
  offline: false,
  downloadThroughput: 200_000,
  uploadThroughput: 93_750,
  latency: 150,
};

const format = (count: number) => count.toLocaleString('en');

/** Takes samples at moments that are spread evenly between two frames, for at most `limit` ms. */
async function sample<T>(count: number, limit: number, take: (phase: number) => Promise<T>) {
  const samples: T[] = [];
  const end = Date.now() + limit;
  while (samples.length < count && (samples.length < MIN_SAMPLES || Date.now() < end))
    samples.push(await take((samples.length * GOLDEN_RATIO) % 1));
  return samples;
}

/** Returns p50 and p99 without the warm-up. */
function summarize(samples: readonly number[]): { p50: number; p99: number } {
  const warm = samples.slice(WARM_UP);
  return { p50: percentile(warm, 0.5), p99: percentile(warm, 0.99) };
}

/**
 * Delivers live messages, from a moment after a frame on, when the list does not scroll.
 * @param phase the moment, as a share of a frame
 * @returns milliseconds from the arrival of the last message to its paint
 */
async function timeDelivery(chat: Chat, count: number, perSecond: number, phase = 0) {
  const painting = await chat.page.evaluateHandle(
    async ([text, share]) => {
      await window.probe.whenScrollEnds();
      const latency = window.probe.messageLatency(text);
      await window.probe.waitForPhase(share);
      return { latency };
    },
    [textOf(chat.count + count), phase] as const,
  );
  await deliver(chat, count, perSecond);
  return painting.evaluate(({ latency }) => latency);
}

/** Observes frames, tasks and key presses while an action runs. */
async function observe(page: Page, action: () => Promise<unknown>) {
  await page.locator('textarea').fill('');
  const stop = await page.evaluateHandle(() => window.probe.observeFrames());
  await action();
  await page.evaluate(() => window.probe.afterFrame());
  return stop.evaluate((stopNow) => stopNow());
}

/** Repeats an action until a promise is fulfilled. */
async function repeatUntil<T>(promise: Promise<T>, action: () => Promise<unknown>): Promise<T> {
  const state = { isDone: false };
  void promise.finally(() => (state.isDone = true));
  while (!state.isDone) await action();
  return promise;
}

async function holdKeyUntil<T>(page: Page, key: string, promise: Promise<T>): Promise<T> {
  await repeatUntil(promise, () => Promise.all([page.keyboard.down(key), wait(KEY_REPEAT)]));
  await page.keyboard.up(key);
  return promise;
}

export const history = inChat(({ count, historyTime }) => ({
  [`history of ${format(count)}, ms`]: historyTime,
}));

export const live = inChat(async (chat) => {
  const list = `${format(chat.count)} in the list`;
  const samples = await sample(40, 6_000, (phase) => timeDelivery(chat, 1, 1_000, phase));
  const { p50, p99 } = summarize(samples);
  return { [`live message, ${list}, p50, ms`]: p50, [`live message, ${list}, p99, ms`]: p99 };
});

/** Measures milliseconds from a key press to the paint of the next frame. */
async function measureKeys({ page }: Chat): Promise<{ p50: number; p99: number }> {
  const press = async (phase: number) => {
    await page.evaluate((share) => window.probe.waitForPhase(share), phase);
    await page.keyboard.press('a');
  };
  const { keys } = await observe(page, () => sample(25, 3_000, press));
  return summarize(keys);
}

export const typing = inChat(async (chat) => {
  const list = `${format(chat.count)} in the list`;
  const quiet = await measureKeys(chat);
  const delivered = deliver(chat, 60, 20);
  const busy = await measureKeys(chat);
  await delivered;
  return {
    [`key press, ${list}, p50, ms`]: quiet.p50,
    [`key press, ${list}, p99, ms`]: quiet.p99,
    [`key press during 20 messages/s, ${list}, p99, ms`]: busy.p99,
  };
});

/** Delivers 1,000 messages in one second, while a key is held down. */
export const burst = inChat(async (chat) => {
  let last = NaN;
  const { dropped, longestTask, keys } = await observe(chat.page, async () => {
    last = await holdKeyUntil(chat.page, 'a', timeDelivery(chat, 1_000, 1_000));
  });
  return {
    '1,000 messages in 1 s: dropped frames': dropped,
    '1,000 messages in 1 s: longest task over 50 ms': longestTask,
    '1,000 messages in 1 s: last one painted, ms': last,
    '1,000 messages in 1 s: key press, p50, ms': percentile(keys, 0.5),
  };
});

/** Holds a key down while the page receives and merges a history. */
async function measureRefetch(chat: Chat, name: string): Promise<Values> {
  const { page } = chat;
  await holdRefetch(chat);
  const { longestTask, keys } = await observe(page, () => {
    const merged = page.evaluate(() => {
      const next = window.probe.countHistories() + 1;
      window.probe.passHistories();
      return window.probe.whenHistoriesAreMerged(next);
    });
    return holdKeyUntil(page, 'a', merged);
  });
  return {
    [`${name}: longest task over 50 ms`]: longestTask,
    [`${name}: slowest key press, ms`]: Math.max(...keys),
  };
}

export const refetches = inChat(async (chat) => {
  const size = format(chat.count);
  const unchanged = await measureRefetch(chat, `refetch of ${size}`);
  chat.environment.provider.store(chat.customerId, { text: textOf(chat.count + 1) });
  return { ...unchanged, ...(await measureRefetch(chat, `refetch of ${size} and a new one`)) };
});

/** Measures the heap after garbage collection. */
export const memory = inChat(async ({ cdp, count }) => {
  // The second collection frees objects that finalizers of the first one released.
  await cdp.send('HeapProfiler.collectGarbage');
  await cdp.send('HeapProfiler.collectGarbage');
  const { usedSize } = await cdp.send('Runtime.getHeapUsage');
  return { [`heap, ${format(count)} in the list, MB`]: usedSize / 1_000_000 };
});

/** Measures the first contentful paint on a slow phone, of the login or of a signed-in chat. */
export async function paint(environment: Environment, { subject, cpu, count }: Setting) {
  const name = count > 0 ? 'chat' : 'login';
  const address = environment.url + (subject === 'app' ? `/${name}` : '/references/static.html');
  const paints: number[] = [];
  while (paints.length < PAINTS) {
    const { page, cdp } = await openPage(environment, cpu, count);
    await cdp.send('Network.emulateNetworkConditions', SLOW_4G);
    await page.goto(address, { waitUntil: 'load' });
    paints.push(await page.evaluate(() => window.probe.firstContentfulPaint()));
    await page.context().close();
  }
  return { [`slow 4G: ${name}, ms`]: percentile(paints, 0.5) };
}
