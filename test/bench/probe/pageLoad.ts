import { historyEntry } from './historyTiming';

/** Timings of a page load, in ms since navigation start. */
export interface PageLoadTimings {
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
export function observePageLoad(): void {
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
export async function pageLoadTimings(): Promise<PageLoadTimings> {
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
