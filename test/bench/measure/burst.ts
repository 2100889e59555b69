import { markIn } from '../messages';
import type { Visit } from '../visit';
import { within } from '../within';

const COUNT = 1_000;
/** A page that has not shown the last one by then is overwhelmed. */
const PATIENCE = 5_000;

/** A thousand messages in one second: how smooth that is, and how late the last one. */
export async function burst(visit: Visit) {
  const { page } = visit;
  await visit.rest();
  const messages = visit.next(COUNT);
  const last = messages.at(-1);
  if (!last) throw new Error('There is no burst.');
  await page.evaluate((mark) => window.probe.expectMessage(mark, 0), markIn(last));
  await page.evaluate(() => window.probe.startWatching());
  await visit.stream(messages, COUNT);
  const shown = page.evaluate(async () => ({
    last: await window.probe.shown(),
    seen: window.probe.stopWatching(),
  }));
  const { last: burstLast, seen } = await within(PATIENCE, shown, {
    last: Infinity,
    seen: undefined,
  });
  return {
    burstDropped: seen?.dropped ?? Infinity,
    burstTask: seen?.longestTask ?? Infinity,
    burstLast,
  };
}
