import { whenShown } from './shown';

const CALL = '/api/66/messages/';

/** The history's first request as the browser timed it. */
export const historyTiming = (): PerformanceResourceTiming | undefined => {
  const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
  return entries.find(({ name }) => name.includes(CALL));
};

let arrival = NaN;

/** Has the history's first request note when the page has all of its answer, before the page looks at it. */
export function watchHistory(): void {
  window.XMLHttpRequest = class extends XMLHttpRequest {
    constructor() {
      super();
      this.addEventListener('readystatechange', () => {
        const isHistory = this.readyState === this.DONE && this.responseURL.includes(CALL);
        if (isHistory && Number.isNaN(arrival)) arrival = performance.now();
      });
    }
  };
}

/**
 * Waits until the last message of the history is painted in full.
 * @returns milliseconds from the answer's arrival in the page, as text
 */
export const historyShown = async (mark: string): Promise<number> =>
  (await whenShown(mark, 0.99)) - arrival;

/** Milliseconds from the answer's arrival in the browser to that in the page, on which no page has a hand. */
export const handedOver = (): number => arrival - (historyTiming()?.responseEnd ?? NaN);

/** What `JSON.parse` alone takes for a history's answer, in milliseconds. */
export async function parseCost(url: string, token: string): Promise<number> {
  const answer = await fetch(url, { headers: { Authorization: `Bearer ${token}` } });
  const text = await answer.text();
  const since = performance.now();
  JSON.parse(text);
  return performance.now() - since;
}
