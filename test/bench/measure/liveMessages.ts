import { markIn } from '../generateMessages';
import type { SubjectPage } from '../subjectPage';
import { phaseOf, summarize } from './samples';

/** Maximum number of samples. */
const MAX_SAMPLES = 40;
/** Minimum number of samples; a page with all rows rendered takes seconds for one. */
const MIN_SAMPLES = 5;
/** Time in ms after which no further sample is taken. */
const TIME_LIMIT = 6_000;

/**
 * Measures milliseconds from a message's arrival at the page to the paint of its bubble. Each message
 * is delivered after the list has finished scrolling to the one before.
 */
export async function measureLiveMessages(
  subjectPage: SubjectPage,
): Promise<{ p50: number; p99: number }> {
  const { page } = subjectPage;
  const samples: number[] = [];
  const end = Date.now() + TIME_LIMIT;
  while (samples.length < MAX_SAMPLES && (samples.length < MIN_SAMPLES || Date.now() < end)) {
    const [message] = subjectPage.nextMessages(1);
    if (!message) break;
    await page.evaluate(([mark, phase]) => window.probe.expectMessage(mark, phase), [
      markIn(message),
      phaseOf(samples.length),
    ] as const);
    await subjectPage.deliver(message);
    samples.push(await page.evaluate(() => window.probe.expectedTime()));
  }
  return summarize(samples);
}
