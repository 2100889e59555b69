import { markIn } from '../messages';
import type { Visit } from '../visit';
import { phaseOf, summary } from './series';

/** So many messages, or as many as there is time for; a page with all rows takes seconds for one. */
const COUNT = 40;
const FEWEST = 5;
const TIME = 6_000;

/**
 * Milliseconds from a message's arrival at the page until the first of its bubble is painted, for one
 * after the other; each comes when the list stands still after the one before.
 */
export async function live(visit: Visit): Promise<{ p50: number; p99: number }> {
  const taken: number[] = [];
  const end = Date.now() + TIME;
  while (taken.length < COUNT && (taken.length < FEWEST || Date.now() < end)) {
    const [message] = visit.next(1);
    if (!message) break;
    await visit.page.evaluate(([text, phase]) => window.probe.expectMessage(text, phase), [
      markIn(message),
      phaseOf(taken.length),
    ] as const);
    await visit.deliver(message);
    taken.push(await visit.page.evaluate(() => window.probe.shown()));
  }
  return summary(taken);
}
