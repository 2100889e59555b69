import { whenPainted } from './whenPainted';

const HISTORY_PATH = '/api/66/messages/';

/** Returns the browser's resource timing of the first history request. */
export const historyEntry = (): PerformanceResourceTiming | undefined => {
  const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
  return entries.find(({ name }) => name.includes(HISTORY_PATH));
};

let arrival = NaN;

/**
 * Patches XMLHttpRequest to record when the page has the complete first history response, before the
 * page's own listeners run.
 */
export function recordHistoryArrival(): void {
  window.XMLHttpRequest = class extends XMLHttpRequest {
    constructor() {
      super();
      this.addEventListener('readystatechange', () => {
        const isHistory = this.readyState === this.DONE && this.responseURL.includes(HISTORY_PATH);
        if (isHistory && Number.isNaN(arrival)) arrival = performance.now();
      });
    }
  };
}

/**
 * Resolves when the last message of the history is painted in full.
 * @returns milliseconds since the page has had the response text
 */
export const historyTime = async (lastMark: string): Promise<number> =>
  (await whenPainted(lastMark, 0.99)) - arrival;

/**
 * Milliseconds between the browser receiving the response and the page seeing it (outside any page's
 * control).
 */
export const handoverTime = (): number => arrival - (historyEntry()?.responseEnd ?? NaN);

/** Milliseconds that `JSON.parse` alone takes for a history response. */
export async function parseTime(url: string, token: string): Promise<number> {
  const response = await fetch(url, { headers: { Authorization: `Bearer ${token}` } });
  const text = await response.text();
  const startedAt = performance.now();
  JSON.parse(text);
  return performance.now() - startedAt;
}
