/**
 * Batches items by frame: delivers the pending items once per frame, in order. So a burst whose first
 * item comes alone is delivered together, for example for one announcement.
 * @param nextFrame calls back after a frame is drawn
 * @param maxSize maximum number of items that one frame delivers
 */
export function batchByFrame<T>(
  deliver: (items: T[]) => void,
  nextFrame: (callback: () => void) => void,
  maxSize = Infinity,
) {
  let pending: T[] = [];
  let isFrameRequested = false;

  /** Delivers the pending items now, at most `maxSize`. */
  const flush = () => {
    const items = pending.slice(0, maxSize);
    pending = pending.slice(maxSize);
    if (items.length > 0) deliver(items);
  };
  const requestFrame = () => {
    if (isFrameRequested || pending.length === 0) return;
    isFrameRequested = true;
    nextFrame(() => {
      isFrameRequested = false;
      try {
        flush();
      } finally {
        requestFrame();
      }
    });
  };
  const add = (item: T) => {
    pending.push(item);
    requestFrame();
  };
  return { add, flush };
}
