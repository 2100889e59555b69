/** Resolves like `promise`, or with `fallback` after `milliseconds`. */
export async function withTimeout<T>(
  milliseconds: number,
  promise: Promise<T>,
  fallback: T,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<T>((resolve) => {
    timer = setTimeout(() => resolve(fallback), milliseconds);
  });
  try {
    return await Promise.race([promise, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
