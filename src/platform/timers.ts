/** Calls `run` after a delay in ms. @returns a function that cancels the call */
export function runLater(delay: number, run: () => void): () => void {
  const timer = setTimeout(run, delay);
  return () => clearTimeout(timer);
}

/**
 * Returns a function that returns the time since this call, in ms: the longer one by two clocks. The
 * system clock can be set back, and `performance.now()` can stop while the device sleeps.
 */
export function startStopwatch(): () => number {
  const [date, time] = [Date.now(), performance.now()];
  return () => Math.max(Date.now() - date, performance.now() - time);
}

/** Settles as the promise does, or rejects after a time in ms. Leaves no timer behind. */
export function withTimeout<T>(promise: Promise<T>, milliseconds: number): Promise<T> {
  let cancel: (() => void) | undefined;
  const timeout = new Promise<never>((_, reject) => {
    cancel = runLater(milliseconds, () => reject(new Error('timed out')));
  });
  return Promise.race([promise, timeout]).finally(cancel);
}
