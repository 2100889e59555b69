import type { Page } from '@playwright/test';
import { setTimeout as wait } from 'node:timers/promises';
import { until } from '../support/time/until';
import { openPage, type Environment, type Setting } from './environment';
import { generateMessages, textOf } from './messages';

/** The figures of one measurement, by name; the samples of a percentile, or one value. */
export type Values = Record<string, number | number[]>;

/** Samples dropped from the start: code runs slowly before the JIT has compiled it. */
const WARM_UP = 2;
const SAMPLES = 20;
/** Key presses in a round. Five rounds make 500, and the p99 is the fifth slowest. */
const KEYS = 100;
/**
 * Keys dropped from the start. The first letter starts the transition of the send button, and frames
 * wait for the transition until it ends.
 */
const FIRST_KEYS = 6;
/** Time in which nothing happens, in ms. */
const REST = 3_000;
const FRAME = 1000 / 60;
const GOLDEN_RATIO = (Math.sqrt(5) - 1) / 2;
/** Slow 4G: 1.6 Mbit/s down and 750 kbit/s up, in bytes per second; 150 ms round trip. */
const SLOW_4G = {
  offline: false,
  downloadThroughput: 200_000,
  uploadThroughput: 93_750,
  latency: 150,
};

/** Returns a percentile by the nearest-rank method; NaN without values. @param share from 0 to 1 */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? NaN;
}

/** Waits about `interval` ms. The ends are spread evenly between two frames. */
const waitFor = (interval: number, index: number) =>
  wait(interval + FRAME * ((index * GOLDEN_RATIO) % 1));

/** A page that shows a customer's history. */
interface Chat extends Omit<Awaited<ReturnType<typeof openPage>>, 'url'> {
  readonly environment: Environment;
  /** Number of messages in the conversation. */
  readonly count: number;
  /** Time from the history's response to its paint, in ms. */
  readonly historyTime: number;
}

/** Returns a measurement that opens a page, waits for its history, measures the page and closes it. */
const inChat =
  (measure: (chat: Chat) => Promise<Values>) =>
  async (environment: Environment, setting: Setting): Promise<Values> => {
    const { url, ...opened } = await openPage(environment, setting);
    const { page, customerId } = opened;
    const { subject, count } = setting;
    const { provider } = environment;
    await page.goto(`${url}/chat`, { waitUntil: 'commit' });
    const historyTime = await page.evaluate(
      (lastText) => window.probe.historyLatency(lastText),
      textOf(count),
    );
    await until(() => provider.hub.connections(customerId).length > 0);
    const isApp = subject === 'app';
    // The app's last message is delivered again: that adds no row, and the app fetches at once what
    // it fetches after a connection.
    const own = provider.conversation(customerId).filter((each) => each.fromUserId === customerId);
    if (isApp) provider.pushMessage(customerId, own.at(-1));
    await page.evaluate((histories) => window.probe.whenReceived(histories), isApp ? 2 : 1);
    const values = await measure({ environment, ...opened, count, historyTime });
    await page.context().close();
    return values;
  };

/** Delivers messages of both sides without storing them. @returns the texts of the messages */
async function deliver(chat: Chat, first: number, count: number, interval: number) {
  const { environment, customerId, imageUrl } = chat;
  const messages = generateMessages(customerId, first, count, imageUrl);
  for (const [index, message] of messages.entries()) {
    environment.provider.pushMessage(customerId, message);
    await waitFor(interval, index);
  }
  return messages.map(({ text }) => text ?? '');
}

/** Returns how much each of the browser's counters grows during an action. Times are in seconds. */
async function watchMetrics({ cdp }: Chat, action: () => Promise<unknown>) {
  const read = async () => {
    const { metrics } = await cdp.send('Performance.getMetrics');
    return new Map(metrics.map(({ name, value }) => [name, value]));
  };
  // Thread time contains no time of other processes.
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  const before = await read();
  await action();
  const after = await read();
  return (name: string) => (after.get(name) ?? NaN) - (before.get(name) ?? NaN);
}

/**
 * Measures the main thread while messages are delivered. @returns milliseconds for each of them
 * @throws Error if a history is fetched meanwhile, because its cost would be the messages'
 */
async function measureCpu(chat: Chat, messages: number, action: () => Promise<unknown>) {
  const histories = () => chat.environment.provider.ledger.requests('messages').length;
  const before = histories();
  const growth = await watchMetrics(chat, action);
  if (histories() > before) throw new Error('A history was fetched during the measurement.');
  return (1000 * growth('TaskDuration')) / messages;
}

/** Presses keys. @returns the times until the next paint, in ms */
async function pressKeys(page: Page): Promise<number[]> {
  // A locator would add touch listeners to the page, which make scrolling slow.
  await page.evaluate(() => document.querySelector('textarea')?.focus());
  for (let pressed = 0; pressed < KEYS + FIRST_KEYS; pressed += 1) {
    await page.keyboard.press('a');
    await waitFor(50, pressed);
  }
  return (await page.evaluate(() => window.probe.takeKeys())).slice(FIRST_KEYS);
}

export const history = inChat(({ historyTime }) => Promise.resolve({ paint: historyTime }));

export const key = inChat(async ({ page }) => {
  const keys = await pressKeys(page);
  return { p50: keys, p99: keys };
});

/** Delivers a message each half second. */
export const live = inChat(async (chat) => {
  const first = chat.count + 1;
  await deliver(chat, first, WARM_UP, 500);
  let texts: string[] = [];
  const CPU = await measureCpu(chat, SAMPLES, async () => {
    texts = await deliver(chat, first + WARM_UP, SAMPLES, 500);
  });
  const latencies = await chat.page.evaluate((all) => window.probe.messageLatencies(all), texts);
  return { 'in view, p50': latencies, 'in view, p99': latencies, CPU };
});

/** Delivers 20 messages in a second while keys are pressed. */
export const burst = inChat(async (chat) => {
  let keys: number[] = [];
  const CPU = await measureCpu(chat, KEYS, async () => {
    const delivered = deliver(chat, chat.count + 1, KEYS, 50 - FRAME / 2);
    keys = await pressKeys(chat.page);
    await delivered;
  });
  return { 'key, p99': keys, CPU };
});

/** Does nothing. Images above the viewport have not loaded. */
export const idle = inChat(async (chat) => {
  const growth = await watchMetrics(chat, () => wait(REST));
  return { 'style recalculations': growth('RecalcStyleCount') };
});

/** Loads the login on a slow phone, until it reacts. */
export async function login(environment: Environment, setting: Setting): Promise<Values> {
  const { page, cdp, url } = await openPage(environment, setting);
  await cdp.send('Network.emulateNetworkConditions', SLOW_4G);
  await page.goto(`${url}/login`, { waitUntil: 'commit' });
  const usable = await page.evaluate(() => window.probe.whenLoginReacts());
  const paint = await page.evaluate(async () => {
    for (;;) {
      const [entry] = performance.getEntriesByName('first-contentful-paint');
      if (entry) return entry.startTime;
      // A page that is rendered by its script reacts before its first paint.
      await new Promise(requestAnimationFrame);
    }
  });
  await page.context().close();
  return { paint, usable };
}
