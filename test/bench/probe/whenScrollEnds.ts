import { afterFrame } from './afterFrame';

/** Frames without movement after which the list counts as still; a smooth scroll moves sooner. */
const STILL_FRAMES = 4;

/** Resolves when the list does not scroll. */
export async function whenScrollEnds(): Promise<void> {
  const scrollTop = () => document.querySelector('[role=log]')?.scrollTop;
  let last = scrollTop();
  for (let still = 0; still < STILL_FRAMES; still += 1) {
    await afterFrame();
    const current = scrollTop();
    if (current !== last) still = -1;
    last = current;
  }
}
