import { afterFrame } from './afterFrame';

/** A smooth scroll that has begun moves at least once in so many frames. */
const STILL = 4;

/** Resolves when the list stands still. */
export async function settled(): Promise<void> {
  const place = () => document.querySelector('[role=log]')?.scrollTop;
  let top = place();
  for (let still = 0; still < STILL; still += 1) {
    await afterFrame();
    const now = place();
    if (now !== top) still = -1;
    top = now;
  }
}
