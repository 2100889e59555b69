import { markIn } from '../messages';
import { APP } from '../subjects';
import type { Stage } from '../stage';
import { Visit } from '../visit';
import { within } from '../within';

const HOUR = 3_600;
/** Faster than they would come. */
const PER_SECOND = 400;
/** A page that has not shown the last of them by then is overwhelmed. */
const PATIENCE = 30_000;
const MB = 1_000_000;

/** What a page holds after garbage collection. */
export async function memory({ page, cdp }: Visit): Promise<{ heap: number; nodes: number }> {
  // Twice: what a finaliser lets go is collected by the second.
  await cdp.send('HeapProfiler.collectGarbage');
  await cdp.send('HeapProfiler.collectGarbage');
  const { usedSize } = await cdp.send('Runtime.getHeapUsage');
  return { heap: usedSize / MB, nodes: await page.evaluate(() => window.probe.countNodes()) };
}

/** What the app holds after an hour's worth of live messages, and where it opens with all of them. */
export async function hourOfMessages(stage: Stage, count: number) {
  const visit = await Visit.open(stage, APP, count, 1);
  await visit.load();
  const messages = visit.next(HOUR);
  const [last] = messages.slice(-1);
  if (!last) throw new Error('There are no messages.');
  await visit.page.evaluate((mark) => window.probe.expectMessage(mark, 0), markIn(last));
  await visit.stream(messages, PER_SECOND);
  const shown = await within(
    PATIENCE,
    visit.page.evaluate(() => window.probe.shown()),
    Infinity,
  );
  const after = Number.isFinite(shown) ? await memory(visit) : { heap: Infinity, nodes: Infinity };
  await visit.close();
  const other = await Visit.open(stage, APP, count + HOUR, 1);
  await other.load();
  const opened = await memory(other);
  await other.close();
  return { hourHeap: after.heap, hourNodes: after.nodes, openedHeap: opened.heap };
}
