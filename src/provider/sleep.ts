/**
 * Waits until the signal is aborted or the time is over, and leaves no timer or listener behind.
 * @param milliseconds left out: waits for the signal alone
 */
export function sleep(signal: AbortSignal, milliseconds?: number): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) {
      resolve();
      return;
    }
    const timer = milliseconds === undefined ? undefined : setTimeout(done, milliseconds);
    function done() {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    }
    signal.addEventListener('abort', done);
  });
}

/** A controller that is aborted with its parent, at the latest. */
export function childOf(parent: AbortSignal): AbortController {
  const child = new AbortController();
  const abort = () => {
    child.abort();
  };
  if (parent.aborted) abort();
  parent.addEventListener('abort', abort, { signal: child.signal });
  return child;
}
