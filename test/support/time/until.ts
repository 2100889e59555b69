import { setTimeout } from 'node:timers/promises';

/** Resolves when the signal aborts or the time in ms is over. */
export const sleep = (signal: AbortSignal, milliseconds: number) =>
  setTimeout(milliseconds, undefined, { signal }).catch(() => undefined);

interface Options {
  /** In ms; unlimited by default. */
  timeout?: number;
  /** Delay between two checks, in ms. */
  interval?: number;
  /** Ends the wait early. */
  signal?: AbortSignal;
}

/**
 * Waits until a condition is true.
 * @returns false if the timeout was over or the signal aborted before
 */
export async function until(
  condition: () => boolean | Promise<boolean>,
  { timeout = Infinity, interval = 100, signal = new AbortController().signal }: Options = {},
): Promise<boolean> {
  const end = Date.now() + timeout;
  for (;;) {
    if (await condition()) return true;
    if (Date.now() >= end || signal.aborted) return false;
    await sleep(signal, interval);
  }
}
