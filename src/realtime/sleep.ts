/**
 * Resolves when the signal aborts or the time is over. Leaves no timer and no listener behind.
 * @param milliseconds if missing, waits for the signal only
 */
export function sleep(signal: AbortSignal, milliseconds?: number): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) {
      resolve();
      return;
    }
    const timer = milliseconds === undefined ? undefined : setTimeout(finish, milliseconds);
    function finish() {
      clearTimeout(timer);
      signal.removeEventListener('abort', finish);
      resolve();
    }
    signal.addEventListener('abort', finish);
  });
}

/** Returns a controller that aborts with its parent. */
export function childOf(parent: AbortSignal): AbortController {
  const child = new AbortController();
  const abort = () => {
    child.abort();
  };
  if (parent.aborted) abort();
  parent.addEventListener('abort', abort, { signal: child.signal });
  return child;
}
