/** Minimum items of a late batch. At 1,000 items and 60 frames a second, a frame collects 17. */
const LATE_BATCH_SIZE = 20;

/**
 * Delivers the first item at once and later items once per frame, in order. After a late batch, one
 * frame stays free, for example for a key press.
 * @param maxSize maximum number of items that one frame delivers
 */
export function batchByFrame<T>(
  deliver: (items: T[]) => void,
  nextFrame: (callback: () => void) => void,
  maxSize = Infinity,
) {
  let pending: T[] = [];
  let isFrameRequested = false;

  const flush = () => {
    const items = pending.slice(0, maxSize);
    pending = pending.slice(maxSize);
    if (items.length > 0) deliver(items);
  };
  const onFrame = () => {
    isFrameRequested = pending.length > 0;
    if (!isFrameRequested) return;
    const isFrameLate = pending.length >= LATE_BATCH_SIZE;
    try {
      flush();
    } finally {
      if (isFrameLate) nextFrame(() => nextFrame(onFrame));
      else nextFrame(onFrame);
    }
  };
  const add = (item: T) => {
    pending.push(item);
    if (!isFrameRequested) onFrame();
  };
  return { add, flush };
}
