/**
 * Batches items by frame: delivers the first item at once and later items once per frame, in order.
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
    try {
      flush();
    } finally {
      nextFrame(onFrame);
    }
  };
  const add = (item: T) => {
    pending.push(item);
    if (!isFrameRequested) onFrame();
  };
  return { add, flush };
}
