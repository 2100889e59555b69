/** Duration of a frame at 60 Hz, in ms. */
const FRAME = 1000 / 60;

export interface FrameStats {
  /** Number of frames, dropped ones included. */
  frames: number;
  dropped: number;
  /** Duration of the longest task, in ms; 0 when no task took more than 50 ms. */
  longestTask: number;
  keys: number[];
}

/** Starts to count frames, long tasks and the ms from each key press to its frame. @returns stops */
export function observeFrames(): () => FrameStats {
  const times: number[] = [];
  const tasks: number[] = [];
  let frame = requestAnimationFrame(function record(time) {
    times.push(time);
    frame = requestAnimationFrame(record);
  });
  const keys: number[] = [];
  const onKey = ({ timeStamp }: KeyboardEvent) => {
    void afterFrame().then(() => keys.push(performance.now() - timeStamp));
  };
  window.addEventListener('keydown', onKey, { capture: true });
  const keep = (list: PerformanceEntry[]) => tasks.push(...list.map(({ duration }) => duration));
  const observer = new PerformanceObserver((list) => keep(list.getEntries()));
  observer.observe({ type: 'longtask' });
  return () => {
    cancelAnimationFrame(frame);
    window.removeEventListener('keydown', onKey, { capture: true });
    keep(observer.takeRecords());
    observer.disconnect();
    const gaps = times.slice(1).map((time, index) => time - (times[index] ?? time));
    const dropped = gaps.reduce((sum, gap) => sum + Math.max(0, Math.round(gap / FRAME) - 1), 0);
    const frames = times.length + dropped;
    return { frames, dropped, longestTask: Math.max(0, ...tasks), keys };
  };
}

/** Resolves right after the next frame is painted. */
export function afterFrame(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => resolve();
    requestAnimationFrame(() => port2.postMessage(null));
  });
}

/** Resolves when the page is idle. */
export function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    requestIdleCallback(() => requestIdleCallback(() => resolve()));
  });
}

/**
 * Resolves at a known point between two frames.
 * @param phase the point as a share of a frame, from 0 to 1
 */
export async function waitForPhase(phase: number): Promise<void> {
  await afterFrame();
  await afterFrame();
  await new Promise((resolve) => setTimeout(resolve, (phase * 1000) / 60));
}

/** Waits for the next key press. @returns milliseconds from the press to the paint of the next frame */
export function nextKeyLatency(): Promise<number> {
  return new Promise((resolve) => {
    const onKey = ({ timeStamp }: KeyboardEvent) => {
      void afterFrame().then(() => resolve(performance.now() - timeStamp));
    };
    window.addEventListener('keydown', onKey, { capture: true, once: true });
  });
}

/** Finds the innermost element with a text. Searches from the end, where new messages are. */
function elementWith(node: Node, text: string): Element | null {
  if (!node.textContent?.includes(text)) return null;
  if (!(node instanceof Element)) return node.parentElement;
  for (let child = node.lastElementChild; child; child = child.previousElementSibling) {
    if (child.textContent.includes(text)) return elementWith(child, text);
  }
  return node;
}

function changedNodes({ type, target, addedNodes }: MutationRecord): Node[] {
  return type === 'characterData' ? [target] : [...addedNodes].reverse();
}

/**
 * Waits until a new bubble with a text is painted inside the list and the viewport. An intersection
 * observer reports the layout of the frame that was just painted.
 * @param share visible part of the bubble, from 0 to 1
 * @returns the end of the first such frame, in ms since navigation start
 */
export function whenPainted(text: string, share: number): Promise<number> {
  return new Promise((resolve) => {
    const intersections = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        intersections.disconnect();
        mutations.disconnect();
        resolve(performance.now());
      },
      { threshold: share },
    );
    const mutations = new MutationObserver((records) => {
      const nodes = records.flatMap(changedNodes);
      const found = nodes.map((node) => elementWith(node, text)).find((element) => element);
      // Only inside the list: the live region for screen readers contains the same text.
      if (found?.closest('[role=log]') && found.parentElement) {
        intersections.observe(found.parentElement);
      }
    });
    mutations.observe(document, { childList: true, subtree: true, characterData: true });
  });
}

const HISTORY_PATH = '/api/66/messages/';

/** Returns the browser's resource timing of the first history request. */
export const historyEntry = (): PerformanceResourceTiming | undefined => {
  const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
  return entries.find(({ name }) => name.includes(HISTORY_PATH));
};

let arrival = NaN;
let pending = 0;

/** Number of history requests whose response the page has not read to its end. */
const pendingHistories = (): number => pending;

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

/** Frames that are observed after the response; the page may spread its work over several frames. */
const FRAMES_AFTER = 30;

/** Resolves when no history request is pending and the page is done with the last response. */
export async function whenHistoriesAreMerged(): Promise<void> {
  for (let done = 0; done < FRAMES_AFTER; done += 1) {
    await afterFrame();
    if (pendingHistories() > 0) done = -1;
  }
}

/** Frames without movement after which the list counts as still; a smooth scroll moves sooner. */
const STILL_FRAMES = 4;

/** Resolves when the list does not scroll. */
export async function whenScrollEnds(): Promise<void> {
  const scrollTop = () => document.querySelector('[role=log]')?.scrollTop;
  let last = scrollTop();
  for (let still = 0; still < STILL_FRAMES; still += 1) {
    await afterFrame();
    const current = scrollTop();
    if (current !== last) still = -1;
    last = current;
  }
}

/** Number of latest arrivals kept; a longer list would count as memory of the page. */
const KEPT = 20;
const arrivals: { at: number; data: string }[] = [];

/** Records data that the page receives now. */
export function recordArrival(data: string): void {
  arrivals.push({ at: performance.now(), data });
  if (arrivals.length > KEPT) arrivals.shift();
}

/** Returns when data with this text arrived, in ms since navigation start. */
export function arrivalOf(text: string): number {
  const arrival = arrivals.find(({ data }) => data.includes(text));
  if (!arrival) throw new Error(`"${text}" did not arrive.`);
  return arrival.at;
}

/** Patches WebSocket to record each received message before the page's own listeners run. */
export function recordSocketMessages(): void {
  window.WebSocket = class extends WebSocket {
    constructor(url: string | URL, protocols?: string | string[]) {
      super(url, protocols);
      this.addEventListener('message', ({ data }) => {
        if (typeof data === 'string') recordArrival(data);
      });
    }
  };
}
