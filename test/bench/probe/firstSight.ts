import { historyTiming } from './history';

/** How a page came into sight, in milliseconds since its start. */
export interface FirstSight {
  paint: number;
  /** When the history was asked for. */
  historyLeft: number;
  /** When scripts first changed what is inside of the root. */
  rendered: number;
  /** When the chat's own script had arrived. */
  chatArrived: number;
  /** In how many frames a login form was to be seen. */
  loginFrames: number;
}

let rendered = NaN;
let loginFrames = 0;

function look(): void {
  const input = document.querySelector('input[type=tel]');
  if (input?.checkVisibility({ visibilityProperty: true, opacityProperty: true })) loginFrames += 1;
  requestAnimationFrame(look);
}

/** Watches from the document's start; what the parser puts into the root does not count. */
export function watchFirstSight(): void {
  requestAnimationFrame(look);
  const changes = new MutationObserver((records) => {
    const root = document.getElementById('root');
    if (document.readyState === 'loading' || !root) return;
    if (!records.some(({ target }) => root.contains(target))) return;
    rendered = performance.now();
    changes.disconnect();
  });
  changes.observe(document, { childList: true, subtree: true });
}

/** When something was first painted; waits for it. */
function firstPaint(): Promise<number> {
  return new Promise((resolve) => {
    new PerformanceObserver((list) => {
      const [paint] = list.getEntriesByName('first-contentful-paint');
      if (paint) resolve(paint.startTime);
    }).observe({ type: 'paint', buffered: true });
  });
}

/** What was seen until now; waits for the first paint. */
export async function firstSight(): Promise<FirstSight> {
  const paint = await firstPaint();
  const scripts = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
  const chat = scripts.find(({ name }) => /\/chat\.\w+\.js$/.test(name));
  return {
    paint,
    historyLeft: historyTiming()?.startTime ?? NaN,
    rendered,
    chatArrived: chat?.responseEnd ?? NaN,
    loginFrames,
  };
}
