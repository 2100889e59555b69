/** Interval of the timer, in ms; the shortest that browsers allow for a repeated timer. */
const TICK = 4;

/**
 * Calls back for each item, at a fixed rate, in one batch per timer tick. Runs in Node and in pages.
 * @param perSecond items per second
 * @param signal stops early when it aborts
 * @returns resolves after the last call
 */
export function callAtRate<T>(
  items: readonly T[],
  perSecond: number,
  callback: (item: T) => void,
  signal?: AbortSignal,
): Promise<void> {
  const startedAt = performance.now();
  let done = 0;
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      const due = Math.floor(((performance.now() - startedAt) * perSecond) / 1000);
      items.slice(done, due).forEach(callback);
      done = Math.max(done, due);
      if (done < items.length && !signal?.aborted) return;
      clearInterval(timer);
      resolve();
    }, TICK);
  });
}
