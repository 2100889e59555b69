import type { Environment } from '../environment';
import { markIn } from '../generateMessages';
import { SubjectPage } from '../subjectPage';
import { APP } from '../subjects';
import { withTimeout } from '../withTimeout';

/** Messages in an hour: one per second. */
const MESSAGES_PER_HOUR = 3_600;
/** Messages delivered per second, to shorten the hour. */
const PER_SECOND = 400;
/** Maximum time until the last message is painted, in ms; a slower page gets Infinity. */
const TIMEOUT = 30_000;
const MB = 1_000_000;

/** Measures heap and DOM nodes after garbage collection. */
export async function measureMemory({
  page,
  cdp,
}: SubjectPage): Promise<{ heap: number; nodes: number }> {
  // The second collection frees objects that finalizers of the first one released.
  await cdp.send('HeapProfiler.collectGarbage');
  await cdp.send('HeapProfiler.collectGarbage');
  const { usedSize } = await cdp.send('Runtime.getHeapUsage');
  return { heap: usedSize / MB, nodes: await page.evaluate(() => window.probe.countNodes()) };
}

/**
 * Measures the app's memory after an hour's worth of live messages, and of a page that is opened with
 * all of these messages in its history.
 * @param count messages in the history before that hour
 */
export async function measureHourOfMessages(environment: Environment, count: number) {
  const live = await SubjectPage.open(environment, APP, count, 1);
  await live.load();
  const messages = live.nextMessages(MESSAGES_PER_HOUR);
  const last = messages.at(-1);
  if (!last) throw new Error('No messages were generated.');
  await live.page.evaluate((mark) => window.probe.expectMessage(mark, 0), markIn(last));
  await live.deliverAtRate(messages, PER_SECOND);
  const paintTime = await withTimeout(
    TIMEOUT,
    live.page.evaluate(() => window.probe.expectedTime()),
    Infinity,
  );
  const isPainted = Number.isFinite(paintTime);
  const afterHour = isPainted ? await measureMemory(live) : { heap: Infinity, nodes: Infinity };
  await live.close();
  const reopened = await SubjectPage.open(environment, APP, count + MESSAGES_PER_HOUR, 1);
  await reopened.load();
  const opened = await measureMemory(reopened);
  await reopened.close();
  return { hourHeap: afterHour.heap, hourNodes: afterHour.nodes, openedHeap: opened.heap };
}
