/** Minimum size of a batch that a late frame explains. A thousand items in a second are 17 a frame. */
const BURST = 20;

/**
 * Batches items by frame: delivers the first item at once and later items once per frame, in order.
 * After a batch of 20 items or more, one frame stays free, for example for a key press.
 * @param nextFrame calls back after a frame is drawn
 */
export function batchByFrame<T>(
  deliver: (items: T[]) => void,
  nextFrame: (callback: () => void) => void,
) {
  let pending: T[] = [];
  let isFrameRequested = false;

  /** Delivers the pending items now. */
  const flush = () => {
    const items = pending;
    pending = [];
    if (items.length > 0) deliver(items);
  };
  const onFrame = () => {
    isFrameRequested = pending.length > 0;
    if (!isFrameRequested) return;
    const isBurst = pending.length >= BURST;
    try {
      flush();
    } finally {
      if (isBurst) nextFrame(() => nextFrame(onFrame));
      else nextFrame(onFrame);
    }
  };
  const add = (item: T) => {
    pending.push(item);
    if (!isFrameRequested) onFrame();
  };
  return { add, flush };
}
