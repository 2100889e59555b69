import { afterFrame, whenIdle } from './frames';

const HISTORY_PATH = '/api/66/messages/';

/** Number of histories whose response has begun. */
let received = 0;
/** When the page last read a response, in ms since navigation start. */
let lastReadAt = NaN;
/** Passes each held request of the history; undefined while requests are not held. */
let held: (() => void)[] | undefined;

/** Records when the page reads responses, before the page's own code runs. */
export function recordResponses(): void {
  const fetch = window.fetch.bind(window);
  window.fetch = async (url, init) => {
    const isHistory = typeof url === 'string' && url.includes(HISTORY_PATH);
    if (isHistory && held) await new Promise<void>((resolve) => held?.push(resolve));
    const response = await fetch(url, init);
    if (isHistory) received += 1;
    return response;
  };
  type ReadText = (this: unknown) => Promise<string>;
  const prototype = Response.prototype as { text: ReadText };
  const { text } = prototype;
  prototype.text = async function () {
    const body = await text.call(this);
    lastReadAt = performance.now();
    return body;
  };
}

/** Resolves with the time of the first contentful paint, in ms since navigation start. */
export function firstContentfulPaint(): Promise<number> {
  return new Promise((resolve) => {
    new PerformanceObserver((list) => {
      const [paint] = list.getEntriesByName('first-contentful-paint');
      if (paint) resolve(paint.startTime);
    }).observe({ type: 'paint', buffered: true });
  });
}

/** Holds the requests of the history, so that a measurement includes nothing that precedes them. */
export function holdHistories(): void {
  held = [];
}

/** Resolves when a request of the history is held and the page is idle. */
export async function whenHistoryIsHeld(): Promise<void> {
  while (held?.length === 0) await afterFrame();
  await whenIdle();
}

export function passHistories(): void {
  held?.forEach((pass) => pass());
  held = undefined;
}

/** Number of histories that the page has received. */
export const countHistories = () => received;

/** Frames that are observed after a response; the page may spread its work over several frames. */
const FRAMES_AFTER = 30;

/** Resolves when the page has received this many histories and is done with the last one. */
export async function whenHistoriesAreMerged(count: number): Promise<void> {
  let last = lastReadAt;
  for (let done = 0; done < FRAMES_AFTER; done += 1) {
    await afterFrame();
    if (received < count || lastReadAt !== last) done = -1;
    last = lastReadAt;
  }
}

/**
 * Waits until a new last message is painted inside the list and the viewport. An intersection
 * observer reports the layout of the frame that was just painted.
 * @param share visible part of the bubble, from 0 to 1
 * @returns the end of the first such frame, in ms since navigation start
 */
function whenPainted(text: string, share: number): Promise<number> {
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
    const mutations = new MutationObserver(() => {
      const texts = document.querySelector('[role=log]')?.getElementsByTagName('p');
      const last = texts?.[texts.length - 1];
      if (last?.textContent === text && last.parentElement)
        intersections.observe(last.parentElement);
    });
    mutations.observe(document, { childList: true, subtree: true, characterData: true });
  });
}

/** Returns milliseconds from the last read of the history's response to the paint of its end. */
export const historyLatency = async (lastText: string) =>
  (await whenPainted(lastText, 0.99)) - lastReadAt;

/** The text of the expected message, and when it arrived. */
let [expectedText, arrivedAt] = ['', NaN];

/** Returns milliseconds from the arrival of a message to its paint. */
export async function messageLatency(text: string): Promise<number> {
  expectedText = text;
  return (await whenPainted(text, 0.01)) - arrivedAt;
}

/** Records the arrival of data that may contain the expected message. */
export function recordArrival(data: string): void {
  if (data.includes(expectedText)) arrivedAt = performance.now();
}

/** Records the messages of WebSockets, before the page's own listeners run. */
export function recordSocketMessages(): void {
  window.WebSocket = class extends WebSocket {
    constructor(url: string | URL, protocols?: string | string[]) {
      super(url, protocols);
      this.addEventListener('message', ({ data }) => recordArrival(String(data)));
    }
  };
}
