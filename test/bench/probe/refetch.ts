import { afterFrame } from './afterFrame';
import { observeFrames } from './frames';
import { pendingHistories } from './historyTiming';
import { observeKeys } from './keyLatency';

/** Frames that are observed after the response; the page may spread its work over several frames. */
const FRAMES_AFTER = 30;

/** Longest task and slowest key press, in ms. */
export interface RefetchStats {
  /** 0 when no task took more than 50 ms. */
  longestTask: number;
  slowestKey: number;
}

/** Observes tasks and key presses until no history request is pending and the page is done. */
export async function observeRefetch(): Promise<RefetchStats> {
  const stopFrames = observeFrames();
  const stopKeys = observeKeys();
  for (let done = 0; done < FRAMES_AFTER; done += 1) {
    await afterFrame();
    if (pendingHistories() > 0) done = -1;
  }
  return { longestTask: stopFrames().longestTask, slowestKey: Math.max(...stopKeys()) };
}
