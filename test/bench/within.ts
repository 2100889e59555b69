/** What a promise gives, or something else where it takes longer than so many milliseconds. */
export async function within<T>(milliseconds: number, promise: Promise<T>, late: T): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<T>((resolve) => {
    timer = setTimeout(() => resolve(late), milliseconds);
  });
  try {
    return await Promise.race([promise, over]);
  } finally {
    clearTimeout(timer);
  }
}
