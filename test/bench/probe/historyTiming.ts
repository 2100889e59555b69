import { whenPainted } from './whenPainted';

const HISTORY_PATH = '/api/66/messages/';

/** Returns the browser's resource timing of the first history request. */
export const historyEntry = (): PerformanceResourceTiming | undefined => {
  const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
  return entries.find(({ name }) => name.includes(HISTORY_PATH));
};

let arrival = NaN;
let pending = 0;

/** Number of history requests whose response the page has not read to its end. */
export const pendingHistories = (): number => pending;

/** Records when a page has read the whole of a body, before the page's own code runs. */
function recordEnd(body: ReadableStream<Uint8Array<ArrayBuffer>>): void {
  const getReader = body.getReader.bind(body) as () => ReadableStreamDefaultReader;
  const value = () => {
    const reader = getReader();
    const read = async () => {
      const result = await reader.read();
      if (result.done) {
        pending -= 1;
        if (Number.isNaN(arrival)) arrival = performance.now();
      }
      return result;
    };
    return { read, cancel: () => reader.cancel() };
  };
  Object.defineProperty(body, 'getReader', { value });
}

/** Patches `fetch` to record pending histories, and when the page has the first complete one. */
export function recordHistoryArrival(): void {
  const fetch = window.fetch.bind(window);
  window.fetch = async (...request) => {
    const [input] = request;
    if (String(input instanceof Request ? input.url : input).includes(HISTORY_PATH)) pending += 1;
    const response = await fetch(...request);
    if (response.url.includes(HISTORY_PATH) && response.body) recordEnd(response.body);
    return response;
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
