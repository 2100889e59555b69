import type { SubjectPage } from '../subjectPage';
import { phaseOf, summarize } from './samples';

/** Maximum number of samples. */
const MAX_SAMPLES = 25;
/** Minimum number of samples; a page with all rows rendered is slow. */
const MIN_SAMPLES = 5;
/** Time in ms after which no further sample is taken. */
const TIME_LIMIT = 3_000;
/** Live messages per second during the second series. */
const MESSAGES_PER_SECOND = 20;
/** Live messages available to the second series: enough for `TIME_LIMIT`. */
const MESSAGE_COUNT = 60;

/** Measures milliseconds from each key press to the paint of the next frame. */
async function measureKeys({ page }: SubjectPage): Promise<{ p50: number; p99: number }> {
  const samples: number[] = [];
  const end = Date.now() + TIME_LIMIT;
  await page.locator('textarea').fill('');
  while (samples.length < MAX_SAMPLES && (samples.length < MIN_SAMPLES || Date.now() < end)) {
    await page.evaluate((phase) => window.probe.expectKey(phase), phaseOf(samples.length));
    await page.keyboard.press('a');
    samples.push(await page.evaluate(() => window.probe.expectedTime()));
  }
  return summarize(samples);
}

/** Measures typing without and with live messages. */
export async function measureTyping(subjectPage: SubjectPage) {
  const quiet = await measureKeys(subjectPage);
  const stop = new AbortController();
  const messages = subjectPage.nextMessages(MESSAGE_COUNT);
  const delivered = subjectPage.deliverAtRate(messages, MESSAGES_PER_SECOND, stop.signal);
  const busy = await measureKeys(subjectPage);
  stop.abort();
  await delivered;
  return {
    quietKeyP50: quiet.p50,
    quietKeyP99: quiet.p99,
    busyKeyP50: busy.p50,
    busyKeyP99: busy.p99,
  };
}
