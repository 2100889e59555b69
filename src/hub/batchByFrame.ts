/** Delivers the first item at once, and the items that follow once per frame, in order. */
export function batchByFrame<T>(
  deliver: (items: T[]) => void,
  nextFrame: (callback: () => void) => void,
): (item: T) => void {
  const pending: T[] = [];
  let isFrameRequested = false;
  const onFrame = () => {
    const items = pending.splice(0);
    isFrameRequested = items.length > 0;
    if (!isFrameRequested) return;
    nextFrame(onFrame);
    deliver(items);
  };
  return (item) => {
    pending.push(item);
    if (!isFrameRequested) onFrame();
  };
}
