import { markIn } from '../generateMessages';
import type { SubjectPage } from '../subjectPage';
import { withTimeout } from '../withTimeout';

const COUNT = 1_000;
/** Maximum time until the last message is painted, in ms; a slower page gets Infinity. */
const TIMEOUT = 5_000;

/** Delivers 1,000 messages in one second: dropped frames, longest task, delay of the last message. */
export async function measureBurst(subjectPage: SubjectPage) {
  const { page } = subjectPage;
  await subjectPage.whenIdle();
  const messages = subjectPage.nextMessages(COUNT);
  const last = messages.at(-1);
  if (!last) throw new Error('No messages were generated.');
  await page.evaluate((mark) => window.probe.expectMessage(mark, 0), markIn(last));
  await page.evaluate(() => window.probe.startFrameStats());
  await subjectPage.deliverAtRate(messages, COUNT);
  const finished = page.evaluate(async () => ({
    burstLast: await window.probe.expectedTime(),
    stats: window.probe.stopFrameStats(),
  }));
  const timedOut = { burstLast: Infinity, stats: undefined };
  const { burstLast, stats } = await withTimeout(TIMEOUT, finished, timedOut);
  return {
    burstDropped: stats?.dropped ?? Infinity,
    burstTask: stats?.longestTask ?? Infinity,
    burstLast,
  };
}
