/** A timer's shortest step in a page. */
const STEP = 4;

/**
 * Does something for each of several things, so many in a second, in batches of a timer's tick.
 * Runs in Node and in pages.
 * @param signal ends it before its time
 */
export function pace<T>(
  things: readonly T[],
  perSecond: number,
  act: (thing: T) => void,
  signal?: AbortSignal,
): Promise<void> {
  const since = performance.now();
  let done = 0;
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      const due = Math.floor(((performance.now() - since) * perSecond) / 1000);
      things.slice(done, due).forEach(act);
      done = Math.max(done, due);
      if (done < things.length && !signal?.aborted) return;
      clearInterval(timer);
      resolve();
    }, STEP);
  });
}
