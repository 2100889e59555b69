type Chunk = Uint8Array<ArrayBuffer> | Promise<never>;

/** A body without an end. */
export function* endless(): Generator<Chunk> {
  for (;;) yield new Uint8Array(16 * 1024);
}

/** A body whose first byte never arrives. */
export const stalled: Chunk[] = [new Promise<never>(() => undefined)];

export const bytesOf = (text: string): Chunk[] => [new TextEncoder().encode(text)];

/**
 * Makes the next `fetch` respond with this body, until its signal aborts.
 * @returns the request, and whether its body was cancelled
 */
export function respondWith(chunks: Iterable<Chunk>, init: ResponseInit = {}) {
  const iterator: Iterator<Chunk, unknown> = chunks[Symbol.iterator]();
  const result = {
    url: '',
    init: {} as RequestInit,
    isCancelled: false,
  };
  jest.spyOn(globalThis, 'fetch').mockImplementationOnce((url, options = {}) => {
    const { signal } = options;
    if (signal?.aborted) return Promise.reject(signal.reason as Error);
    Object.assign(result, { url, init: options });
    const body = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          signal?.addEventListener('abort', () => controller.error(signal.reason));
        },
        pull: async (controller) => {
          const next = iterator.next();
          if (next.done) controller.close();
          else controller.enqueue(await next.value);
        },
        cancel: () => {
          result.isCancelled = true;
        },
      },
      { highWaterMark: 0 },
    );
    return Promise.resolve(new Response(body, init));
  });
  return result;
}

/** Runs tasks and promises until no timer is left. */
export async function untilNoTimer(): Promise<void> {
  while (jest.getTimerCount() > 0) await new Promise((resolve) => setImmediate(resolve));
}
