import type { Visit } from '../visit';
import { phaseOf, summary } from './series';

const KEYS = 25;
const FEWEST = 5;
const TIME = 3_000;
const PER_SECOND = 20;
/** As many as come while these keys are typed. */
const ENOUGH = 60;

/** Milliseconds from each of some keys to the paint of the frame after it. */
async function type({ page }: Visit): Promise<{ p50: number; p99: number }> {
  const taken: number[] = [];
  const end = Date.now() + TIME;
  await page.locator('textarea').fill('');
  while (taken.length < KEYS && (taken.length < FEWEST || Date.now() < end)) {
    await page.evaluate((phase) => window.probe.expectKey(phase), phaseOf(taken.length));
    await page.keyboard.press('a');
    taken.push(await page.evaluate(() => window.probe.shown()));
  }
  return summary(taken);
}

/** Typing while nothing else happens, and while messages arrive. */
export async function typing(visit: Visit) {
  const quiet = await type(visit);
  const over = new AbortController();
  const streamed = visit.stream(visit.next(ENOUGH), PER_SECOND, over.signal);
  const busy = await type(visit);
  over.abort();
  await streamed;
  return {
    quietKeyP50: quiet.p50,
    quietKeyP99: quiet.p99,
    busyKeyP50: busy.p50,
    busyKeyP99: busy.p99,
  };
}
