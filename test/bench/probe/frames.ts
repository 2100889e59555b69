/** Duration of a frame at 60 Hz, in ms. */
const FRAME = 1000 / 60;

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

/** Resolves at a point between two frames. @param phase the point as a share of a frame, from 0 to 1 */
export async function waitForPhase(phase: number): Promise<void> {
  await afterFrame();
  await afterFrame();
  await new Promise((resolve) => setTimeout(resolve, phase * FRAME));
}

/** Frames without movement after which the list counts as still; a smooth scroll moves sooner. */
const STILL_FRAMES = 4;

/** Resolves when the list does not scroll. */
export async function whenScrollEnds(): Promise<void> {
  const scrollTop = () => document.querySelector('[role=log]')?.scrollTop;
  let last = scrollTop();
  for (let still = 0; still < STILL_FRAMES; still += 1) {
    await afterFrame();
    if (scrollTop() !== last) still = -1;
    last = scrollTop();
  }
}

interface FrameStats {
  /** Number of frames, dropped ones included. */
  frames: number;
  dropped: number;
  /** Duration of the longest task, in ms; 0 when no task took more than 50 ms. */
  longestTask: number;
  /** Milliseconds from each key press to the paint of the next frame. */
  keys: number[];
}

/** Starts to observe frames, long tasks and key presses. @returns stops */
export function observeFrames(): () => FrameStats {
  const ending = new AbortController();
  const { signal } = ending;
  const times: number[] = [];
  requestAnimationFrame(function record(time) {
    times.push(time);
    if (!signal.aborted) requestAnimationFrame(record);
  });
  const keys: number[] = [];
  const onKey = ({ timeStamp }: KeyboardEvent) => {
    void afterFrame().then(() => keys.push(performance.now() - timeStamp));
  };
  window.addEventListener('keydown', onKey, { capture: true, signal });
  const tasks: PerformanceEntry[] = [];
  const observer = new PerformanceObserver((list) => tasks.push(...list.getEntries()));
  observer.observe({ type: 'longtask' });
  return () => {
    ending.abort();
    tasks.push(...observer.takeRecords());
    observer.disconnect();
    const gaps = times.slice(1).map((time, index) => time - (times[index] ?? time));
    const dropped = gaps.reduce((sum, gap) => sum + Math.max(0, Math.round(gap / FRAME) - 1), 0);
    const longestTask = Math.max(0, ...tasks.map(({ duration }) => duration));
    return { frames: times.length + dropped, dropped, longestTask, keys };
  };
}
