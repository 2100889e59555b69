import type { ChatMessage } from '../../stand-in/state/conversations';
import { callAtRate } from '../messages';
import {
  historyEntry,
  arrivalOf,
  historyTime,
  nextKeyLatency,
  observeFrames,
  recordArrival,
  recordHistoryArrival,
  recordSocketMessages,
  waitForPhase,
  whenHistoriesAreMerged,
  whenIdle,
  whenPainted,
  whenScrollEnds,
} from './frames';
import { observeScrolling, type ScrollStats } from './scrolling';

/** Timings of a page load, in ms since navigation start. */
interface PageLoadTimings {
  /** First contentful paint. */
  paint: number;
  historyRequested: number;
  /** When a script first changed the content of the root element. */
  reactRendered: number;
  chatScriptLoaded: number;
  /** Number of frames in which a login form was visible. */
  loginFrames: number;
}

let reactRendered = NaN;
let loginFrames = 0;

function countLoginFrames(): void {
  const input = document.querySelector('input[type=tel]');
  if (input?.checkVisibility({ visibilityProperty: true, opacityProperty: true })) loginFrames += 1;
  requestAnimationFrame(countLoginFrames);
}

/** Starts to observe the page load. Content of the root that the HTML parser inserts does not count. */
function observePageLoad(): void {
  requestAnimationFrame(countLoginFrames);
  const observer = new MutationObserver((records) => {
    const root = document.getElementById('root');
    if (document.readyState === 'loading' || !root) return;
    if (!records.some(({ target }) => root.contains(target))) return;
    reactRendered = performance.now();
    observer.disconnect();
  });
  observer.observe(document, { childList: true, subtree: true });
}

/** Resolves with the time of the first contentful paint, past or future. */
function firstContentfulPaint(): Promise<number> {
  return new Promise((resolve) => {
    new PerformanceObserver((list) => {
      const [paint] = list.getEntriesByName('first-contentful-paint');
      if (paint) resolve(paint.startTime);
    }).observe({ type: 'paint', buffered: true });
  });
}

/** Returns the timings so far; waits for the first paint. */
async function pageLoadTimings(): Promise<PageLoadTimings> {
  const paint = await firstContentfulPaint();
  const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
  const chatScript = resources.find(({ name }) => /\/chat\.\w+\.js$/.test(name));
  return {
    paint,
    historyRequested: historyEntry()?.startTime ?? NaN,
    reactRendered,
    chatScriptLoaded: chatScript?.responseEnd ?? NaN,
    loginFrames,
  };
}

let expected: Promise<number> = Promise.resolve(NaN);
let scrolling: Promise<ScrollStats> | undefined;
let stopFrames: ReturnType<typeof observeFrames>;
let delivery = new AbortController();

/** Passes a live message to a page that has no hub. */
function deliver(message: ChatMessage): void {
  recordArrival(message.text ?? '');
  window.receiveMessage?.(message);
}

/** Counts the elements and text nodes of the document. */
function countNodes(): number {
  const walker = document.createTreeWalker(
    document,
    NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT,
  );
  let count = 0;
  while (walker.nextNode()) count += 1;
  return count;
}

/** Injected into each page before its own scripts. `expect…` starts a timing, `expectedTime` ends it. */
const probe = {
  whenIdle,
  countNodes,
  pageLoadTimings,
  whenHistoriesAreMerged,
  /** Starts to pass messages to a page that has no hub, at a fixed rate. */
  startDelivery: (messages: ChatMessage[], perSecond: number) => {
    delivery = new AbortController();
    void callAtRate(messages, perSecond, deliver, delivery.signal);
  },
  stopDelivery: () => delivery.abort(),
  expectHistory: (lastMark: string) => void (expected = historyTime(lastMark)),
  /** @returns resolves when the list does not scroll, at `phase` between two frames */
  expectMessage: async (mark: string, phase: number) => {
    await whenScrollEnds();
    expected = whenPainted(mark, 0.01).then((paintedAt) => paintedAt - arrivalOf(mark));
    await waitForPhase(phase);
  },
  /** @returns resolves at `phase` between two frames */
  expectKey: (phase: number) => {
    expected = nextKeyLatency();
    return waitForPhase(phase);
  },
  /** Milliseconds from the arrival of what was expected last to its paint. */
  expectedTime: () => expected,
  startStats: () => void (stopFrames = observeFrames()),
  stopStats: () => stopFrames(),
  startScrolling: (first: string, speed: number) =>
    void (scrolling = observeScrolling(first, speed)),
  /** Resolves when the first row is visible. */
  scrollStats: () => scrolling,
};

declare global {
  interface Window {
    probe: typeof probe;
    /** Adds a live message to a reference page that has no hub. */
    receiveMessage?: (message: ChatMessage) => void;
    /** Fetches the history of a reference page again. */
    refetchHistory?: () => void;
  }
}

window.probe = probe;
recordSocketMessages();
recordHistoryArrival();
observePageLoad();
