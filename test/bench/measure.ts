import type { Page } from '@playwright/test';
import { openPage, type Customer, type Environment } from './environment';
import { percentile, type Cpu, type Subject, type Values } from './figures';
import { markIn, markOf } from './messages';
import { openSubject, type SubjectPage } from './subjectPage';

/** Samples dropped from the start: code runs slowly before the JIT has compiled it. */
const WARM_UP = 2;
/** Minimum number of samples; a page with all rows rendered takes seconds for one. */
const MIN_SAMPLES = 5;
const GOLDEN_RATIO = (Math.sqrt(5) - 1) / 2;
/** Interval between key presses, in ms: the repeat rate of a held key. */
const KEY_REPEAT = 33;
/** Wheel speed, in pixels per second: 180 per frame. */
const WHEEL_SPEED = 10_800;
/** Length of one wheel gesture, in pixels; further gestures follow until the first row is visible. */
const WHEEL_DISTANCE = 21_600;
/** Messages in an hour, one per second. They are delivered faster. */
const MESSAGES_PER_HOUR = 3_600;
const MB = 1_000_000;
/** Slow 4G: 1.6 Mbit/s down and 750 kbit/s up, in bytes per second; 150 ms round trip. */
const SLOW_4G = {
  offline: false,
  downloadThroughput: 200_000,
  uploadThroughput: 93_750,
  latency: 150,
};

/** Opens and loads a page, measures it and closes it. */
async function withPage(
  environment: Environment,
  subject: Subject,
  customer: Customer,
  cpu: Cpu,
  measure: (page: SubjectPage, historyTime: number) => Promise<Values> | Values,
): Promise<Values> {
  const page = await openSubject(environment, subject, customer, cpu);
  try {
    return await measure(page, await page.load());
  } finally {
    await page.close();
  }
}

/**
 * Takes samples until `limit` ms have passed.
 * @param take takes the moment after a frame, as a share of a frame from 0 to 1. Multiples of the
 *   golden ratio spread the samples evenly over the frame, in no order.
 */
async function sample(
  count: number,
  limit: number,
  take: (phase: number) => Promise<number>,
): Promise<{ p50: number; p99: number }> {
  const samples: number[] = [];
  const end = Date.now() + limit;
  while (samples.length < count && (samples.length < MIN_SAMPLES || Date.now() < end))
    samples.push(await take((samples.length * GOLDEN_RATIO) % 1));
  const warm = samples.slice(WARM_UP);
  return { p50: percentile(warm, 0.5), p99: percentile(warm, 0.99) };
}

/** Milliseconds from a message's arrival to the paint of its bubble, after the list has stopped. */
const measureLive = (subjectPage: SubjectPage) =>
  sample(40, 6_000, async (phase) => {
    const messages = subjectPage.nextMessages(1);
    const mark = messages.map(markIn).join();
    await subjectPage.page.evaluate(([text, share]) => window.probe.expectMessage(text, share), [
      mark,
      phase,
    ] as const);
    await subjectPage.deliver(messages, 1_000);
    return subjectPage.page.evaluate(() => window.probe.expectedTime());
  });

/** Milliseconds from each key press to the paint of the next frame. */
async function measureKeys({ page }: SubjectPage): Promise<{ p50: number; p99: number }> {
  await page.locator('textarea').fill('');
  return sample(25, 3_000, async (phase) => {
    await page.evaluate((share) => window.probe.expectKey(share), phase);
    await page.keyboard.press('a');
    return page.evaluate(() => window.probe.expectedTime());
  });
}

/** Measures typing without and with 20 live messages per second. */
async function measureTyping(subjectPage: SubjectPage): Promise<Values> {
  const quiet = await measureKeys(subjectPage);
  const stop = new AbortController();
  const delivered = subjectPage.deliver(subjectPage.nextMessages(60), 20, stop.signal);
  const busy = await measureKeys(subjectPage);
  stop.abort();
  await delivered;
  return {
    quietKeyP50: quiet.p50,
    quietKeyP99: quiet.p99,
    busyKeyP99: busy.p99,
  };
}

/** Holds a key down until a promise of the page is fulfilled. */
async function holdKeyUntil<T>(page: Page, key: string, promise: Promise<T>): Promise<T> {
  let isDone = false;
  const finished = promise.finally(() => (isDone = true));
  const isHeld = () => !isDone;
  while (isHeld()) {
    const repeated = new Promise((resolve) => setTimeout(resolve, KEY_REPEAT));
    await page.keyboard.down(key);
    await repeated;
  }
  await page.keyboard.up(key);
  return finished;
}

/** Delivers 1,000 messages in one second, while a key is held down. */
async function measureBurst(subjectPage: SubjectPage): Promise<Values> {
  const { page } = subjectPage;
  await page.locator('textarea').fill('');
  await subjectPage.whenIdle();
  const messages = subjectPage.nextMessages(1_000);
  const last = messages.slice(-1).map(markIn).join();
  await page.evaluate((mark) => window.probe.expectMessage(mark, 0), last);
  await page.evaluate(() => window.probe.startStats());
  const delivered = subjectPage.deliver(messages, 1_000);
  const painted = delivered.then(() => page.evaluate(() => window.probe.expectedTime()));
  const burstLast = await holdKeyUntil(page, 'a', painted);
  const { dropped, longestTask, keys } = await page.evaluate(() => window.probe.stopStats());
  return {
    burstLast,
    burstDropped: dropped,
    burstTask: longestTask,
    burstKeyP50: percentile(keys, 0.5),
  };
}

/** Measures heap and DOM nodes after garbage collection. */
async function measureMemory({ page, cdp }: SubjectPage): Promise<{ heap: number; nodes: number }> {
  // The second collection frees objects that finalizers of the first one released.
  await cdp.send('HeapProfiler.collectGarbage');
  await cdp.send('HeapProfiler.collectGarbage');
  const { usedSize } = await cdp.send('Runtime.getHeapUsage');
  return { heap: usedSize / MB, nodes: await page.evaluate(() => window.probe.countNodes()) };
}

/** Holds a key down while the page receives and merges a refetched history. */
async function measureRefetch(subjectPage: SubjectPage) {
  const { page } = subjectPage;
  await page.locator('textarea').fill('');
  await subjectPage.holdRefetch();
  await page.evaluate(() => window.probe.startStats());
  const settled = page.evaluate(() => window.probe.whenHistoriesAreMerged());
  subjectPage.passRefetch();
  await holdKeyUntil(page, 'a', settled);
  const { longestTask, keys } = await page.evaluate(() => window.probe.stopStats());
  return { task: longestTask, key: Math.max(...keys) };
}

/** Scrolls to the first message. @returns the share of dropped frames in percent, gaps and jumps */
async function measureScroll(subjectPage: SubjectPage, how: 'wheel' | 'pageUp') {
  const { page, cdp } = subjectPage;
  const list = page.locator('[role=log]');
  const box = await list.boundingBox();
  if (!box) throw new Error('The list is not visible.');
  const speed = how === 'wheel' ? WHEEL_SPEED : (box.height * 1_000) / KEY_REPEAT;
  await page.evaluate(([first, pixels]) => window.probe.startScrolling(first, pixels), [
    markOf(1),
    speed,
  ] as const);
  const finished = page.evaluate(() => window.probe.scrollStats());
  if (how === 'pageUp') {
    await list.focus();
    await holdKeyUntil(page, 'PageUp', finished);
  } else {
    const state = { isAtTop: false };
    void finished.finally(() => (state.isAtTop = true));
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const gesture = { x, y, yDistance: WHEEL_DISTANCE, speed: WHEEL_SPEED, preventFling: true };
    while (!state.isAtTop)
      await cdp.send('Input.synthesizeScrollGesture', { ...gesture, gestureSourceType: 'mouse' });
  }
  const stats = await finished;
  if (!stats) throw new Error('Scrolling was not observed.');
  return { ...stats, dropped: (100 * stats.dropped) / stats.frames };
}

/** Loads a URL on a slow phone with an empty cache. @returns the timings of the load */
async function loadSlowly(environment: Environment, url: string, token?: string) {
  const { page, cdp, close } = await openPage(environment, 4, token);
  await cdp.send('Network.emulateNetworkConditions', SLOW_4G);
  await page.goto(url, { waitUntil: 'load' });
  await page.locator(token === undefined ? 'input[type=tel]' : '[role=article] >> nth=0').waitFor();
  const timings = await page.evaluate(() => window.probe.pageLoadTimings());
  await close();
  return timings;
}

/** Measures the paint of a history of 100, and live messages with 100 in the list. */
export const measureShort = (environment: Environment, subject: Subject, cpu: Cpu) =>
  withPage(environment, subject, environment.createCustomer(100), cpu, async (page, history100) => {
    // A limit compares it with the figure of 10,000, which is measured right after.
    const { p50 } = subject === 'app' ? await measureLive(page) : { p50: NaN };
    return { history100, ...(subject === 'app' && { live100P50: p50 }) };
  });

/** Measures everything with 10,000 messages in the list. The burst is last: it adds 1,000 messages. */
export const measureLong = (
  environment: Environment,
  subject: Subject,
  cpu: Cpu,
  parts: readonly string[],
) =>
  withPage(environment, subject, environment.createCustomer(10_000), cpu, async (page, painted) => {
    const values: Values = { history10000: painted };
    if (parts.includes('memory') && cpu === 1) Object.assign(values, await measureMemory(page));
    if (parts.includes('live')) {
      const { p50, p99 } = await measureLive(page);
      Object.assign(values, { live10000P50: p50, live10000P99: p99 });
    }
    if (parts.includes('typing')) Object.assign(values, await measureTyping(page));
    // Pages that render all rows need minutes, and no limit reads their figure.
    const isWindowed = subject === 'app' || subject === 'virtua';
    if (parts.includes('burst') && isWindowed) Object.assign(values, await measureBurst(page));
    return values;
  });

/** Measures typing during refetches: first an unchanged history, then one with a new message. */
export const measureRefetches = (environment: Environment, subject: Subject) => {
  const customer = environment.createCustomer(10_000);
  return withPage(environment, subject, customer, 4, async (page) => {
    const unchanged = await measureRefetch(page);
    for (const message of page.nextMessages(1)) environment.provider.store(customer.id, message);
    const grown = await measureRefetch(page);
    return {
      refetchTask: unchanged.task,
      refetchKey: unchanged.key,
      grownTask: grown.task,
      grownKey: grown.key,
    };
  });
};

/** Measures the app's history of 100,000 messages. */
export const measureHuge = (environment: Environment) =>
  withPage(environment, 'app', environment.createCustomer(100_000), 1, (_, history100000) => ({
    history100000,
  }));

/** Measures memory after an hour's messages, and of a page opened with them in its history. */
export async function measureHour(environment: Environment): Promise<Values> {
  const before = environment.createCustomer(10_000);
  const hour = await withPage(environment, 'app', before, 1, async (live) => {
    const messages = live.nextMessages(MESSAGES_PER_HOUR);
    const last = messages.slice(-1).map(markIn).join();
    await live.page.evaluate((mark) => window.probe.expectMessage(mark, 0), last);
    await live.deliver(messages, 400);
    await live.page.evaluate(() => window.probe.expectedTime());
    const { heap, nodes } = await measureMemory(live);
    return { hourHeap: heap, hourNodes: nodes };
  });
  const after = environment.createCustomer(10_000 + MESSAGES_PER_HOUR);
  const opened = await withPage(environment, 'app', after, 1, async (page) => ({
    openedHeap: (await measureMemory(page)).heap,
  }));
  return { ...hour, ...opened };
}

/** Scrolls from the last to the first message by wheel and, in a new page, by Page Up. */
export async function measureScrolling(environment: Environment, cpu: Cpu): Promise<Values> {
  const customer = environment.createCustomer(cpu === 1 ? 10_000 : 2_000);
  const scroll = (how: 'wheel' | 'pageUp') =>
    withPage(environment, 'app', customer, cpu, async (page) => {
      const { dropped, blank, jumped } = await measureScroll(page, how);
      return { [`${how}Dropped`]: dropped, [`${how}Blank`]: blank, [`${how}Jumped`]: jumped };
    });
  return { ...(await scroll('wheel')), ...(await scroll('pageUp')) };
}

/** Measures the first paint of the login, of the app or as static HTML. */
export async function measureLoginPaint(environment: Environment, subject: 'app' | 'static') {
  const { app, references } = environment;
  const url = subject === 'app' ? `${app}/login` : `${references}/static.html`;
  return { loginPaint: (await loadSlowly(environment, url)).paint };
}

/** Measures the load of the chat for a customer who is signed in already. */
export async function measureChatPaint(environment: Environment): Promise<Values> {
  const { token } = environment.createCustomer(100);
  const { paint, ...timings } = await loadSlowly(environment, `${environment.app}/chat`, token);
  return { chatPaint: paint, ...timings };
}
