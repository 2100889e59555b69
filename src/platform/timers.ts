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

/** Calls `onTimeout` if the promise is pending after a time in ms. Leaves no timer behind. */
export async function withTimeout<T>(
  promise: Promise<T>,
  milliseconds: number,
  onTimeout: () => void,
): Promise<T> {
  const cancel = runLater(milliseconds, onTimeout);
  try {
    return await promise;
  } finally {
    cancel();
  }
}
