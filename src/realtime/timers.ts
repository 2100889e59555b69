/** Resolves when the signal aborts or the time in ms is over. Leaves no timer and no listener. */
export function sleep(signal: AbortSignal, milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) {
      resolve();
      return;
    }
    const timer = setTimeout(finish, milliseconds);
    function finish() {
      clearTimeout(timer);
      signal.removeEventListener('abort', finish);
      resolve();
    }
    signal.addEventListener('abort', finish);
  });
}

/** Calls `onTimeout` if the promise is pending after a time in ms. Leaves no timer behind. */
export async function withTimeout<T>(
  promise: Promise<T>,
  milliseconds: number,
  onTimeout: () => void,
): Promise<T> {
  const timer = setTimeout(onTimeout, milliseconds);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
  }
}
