const HISTORY_PATH = '/api/66/messages/';
/** Frames without a change after which a page is still. */
const STILL_FRAMES = 30;

/** Resolves right after the next frame is painted. */
function afterFrame(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => resolve();
    requestAnimationFrame(() => port2.postMessage(null));
  });
}

/** Number of histories whose request is held, and whose response has begun. */
let [held, received] = [0, 0];
let passHistory: (() => void) | undefined;

/** Holds the history until the page is still, so that its time includes nothing that precedes it. */
function holdHistory(): void {
  const fetch = window.fetch.bind(window);
  const passed = new Promise<void>((resolve) => (passHistory = resolve));
  window.fetch = async (input, init) => {
    if (!new Request(input, init).url.includes(HISTORY_PATH)) return fetch(input, init);
    held += 1;
    await passed;
    const response = await fetch(input, init);
    received += 1;
    return response;
  };
}

/** Resolves when a condition is true and the document has not changed for some frames. */
async function whenStill(condition: () => boolean): Promise<void> {
  let still = 0;
  const observer = new MutationObserver(() => (still = 0));
  // Attributes too, because an attribute starts the fade of the day's heading.
  const changes = { childList: true, subtree: true, attributes: true, characterData: true };
  observer.observe(document, changes);
  for (; still < STILL_FRAMES; still += 1) {
    await afterFrame();
    if (!condition()) still = 0;
  }
  observer.disconnect();
}

/** When the last message of a WebSocket arrived, in ms since navigation start. */
let arrivedAt = NaN;

function recordArrivals(): void {
  window.WebSocket = class extends WebSocket {
    constructor(url: string | URL, protocols?: string | string[]) {
      super(url, protocols);
      // Called before the page's own listener.
      this.addEventListener('message', () => (arrivedAt = performance.now()));
    }
  };
}

/** When each newest message arrived, and when half of its bubble was painted in view, by its text. */
const paints = new Map<string, { arrivedAt: number; paintedAt: number }>();

/** Returns the element with the newest message's text. */
function newestText(): Element | undefined {
  const texts = document.querySelector('[role=log]')?.getElementsByTagName('p');
  return texts?.[texts.length - 1];
}

function recordPaints(): void {
  const arrivals = new Map<Element, number>();
  const intersections = new IntersectionObserver(
    (entries) => {
      // Not the callback's time: other tasks can run between the frame and the callback.
      for (const { isIntersecting, target, time: paintedAt } of entries) {
        if (!isIntersecting) continue;
        intersections.unobserve(target);
        const text = target.querySelector('p')?.textContent ?? '';
        paints.set(text, { arrivedAt: arrivals.get(target) ?? NaN, paintedAt });
      }
    },
    { threshold: 0.5 },
  );
  new MutationObserver(() => {
    const bubble = newestText()?.parentElement;
    if (!bubble || arrivals.has(bubble)) return;
    arrivals.set(bubble, arrivedAt);
    intersections.observe(bubble);
  }).observe(document, { childList: true, subtree: true });
}

/** Passes the held history. @returns milliseconds from the end of its response to its paint */
async function historyLatency(lastText: string): Promise<number> {
  await whenStill(() => held > 0);
  passHistory?.();
  while (!paints.has(lastText)) await afterFrame();
  const responses = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
  const { responseEnd = NaN } = responses.find(({ name }) => name.includes(HISTORY_PATH)) ?? {};
  return (paints.get(lastText)?.paintedAt ?? NaN) - responseEnd;
}

/**
 * Waits until the list has the last live message and the page is still. Waits for no paint, because
 * Chromium can drop a smooth scroll, which leaves the bare app's last message out of view.
 * @returns milliseconds from the arrival of each that was the newest one in a paint
 */
async function messageLatencies(texts: string[]): Promise<number[]> {
  const last = texts.at(-1);
  await whenStill(() => newestText()?.textContent === last);
  return texts.flatMap((text) => {
    const paint = paints.get(text);
    return paint ? paint.paintedAt - paint.arrivedAt : [];
  });
}

/** Milliseconds from each key press to the paint of the next frame. */
const keys: number[] = [];

function recordKeys(): void {
  const onKey = ({ timeStamp }: KeyboardEvent) => {
    void afterFrame().then(() => keys.push(performance.now() - timeStamp));
  };
  window.addEventListener('keydown', onKey, { capture: true });
}

/** Resolves when React removes a letter from the phone number, with ms since navigation start. */
async function whenLoginReacts(): Promise<number> {
  const value = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
  for (;;) {
    await afterFrame();
    const input = document.querySelector('input');
    if (!input) continue;
    const phone = input.value;
    // React notices no value that is set on the element itself.
    value?.set?.call(input, `${phone}x`);
    input.dispatchEvent(new Event('input', { bubbles: true }));
    if (input.value === phone) return performance.now();
    value?.set?.call(input, phone);
  }
}

/** Measures inside a page. Injected before the page's own scripts. */
export const probe = {
  historyLatency,
  messageLatencies,
  /** Resolves when the page has received this many histories and is still. */
  whenReceived: (count: number) => whenStill(() => received >= count),
  /** Returns and forgets the times of the keys. */
  takeKeys: () => whenStill(() => true).then(() => keys.splice(0)),
  whenLoginReacts,
};

declare global {
  interface Window {
    probe: typeof probe;
  }
}

window.probe = probe;
holdHistory();
recordArrivals();
recordPaints();
recordKeys();
