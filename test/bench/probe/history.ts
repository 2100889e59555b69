import { whenShown } from './shown';

const CALL = '/api/66/messages/';

/** The history's first request as the browser timed it. */
export const historyTiming = (): PerformanceResourceTiming | undefined => {
  const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
  return entries.find(({ name }) => name.includes(CALL));
};

/**
 * Waits until the last message of the history is painted in full. The answer's arrival is its
 * `responseEnd`, which a page is told of other origins as well.
 * @returns milliseconds from the answer's arrival
 */
export async function historyShown(mark: string): Promise<number> {
  const shown = await whenShown(mark, 0.99);
  return shown - (historyTiming()?.responseEnd ?? NaN);
}

/** What `JSON.parse` alone takes for a history's answer, in milliseconds. */
export async function parseCost(url: string, token: string): Promise<number> {
  const answer = await fetch(url, { headers: { Authorization: `Bearer ${token}` } });
  const text = await answer.text();
  const since = performance.now();
  JSON.parse(text);
  return performance.now() - since;
}
