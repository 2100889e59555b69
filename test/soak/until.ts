import { sleep } from '../../src/provider/sleep';

const LOOK_EVERY = 100;

/** Waits until something holds. @returns whether it did before the time was over */
export async function until(
  holds: () => boolean | Promise<boolean>,
  milliseconds: number,
  signal = new AbortController().signal,
): Promise<boolean> {
  const end = Date.now() + milliseconds;
  for (;;) {
    if (await holds()) return true;
    if (Date.now() >= end || signal.aborted) return false;
    await sleep(signal, LOOK_EVERY);
  }
}
