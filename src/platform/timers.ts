/** Resolves after a time in ms. */
export const wait = (milliseconds: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, milliseconds);
  });

/** Calls `run` after a delay in ms. @returns a function that cancels the call */
export function runLater(delay: number, run: () => void): () => void {
  const timer = setTimeout(run, delay);
  return () => clearTimeout(timer);
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
