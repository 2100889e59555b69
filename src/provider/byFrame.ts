/**
 * Hands on what comes: the first at once, what pours in behind it once for each frame, in its order.
 * @param nextFrame calls back when a frame has been drawn
 */
export function byFrame<T>(
  handOn: (items: T[]) => void,
  nextFrame: (callback: () => void) => void,
) {
  let waiting: T[] = [];
  let isFrameUnderWay = false;

  /** Hands on whatever waits. */
  const flush = () => {
    const items = waiting;
    waiting = [];
    if (items.length > 0) handOn(items);
  };
  const draw = () => {
    isFrameUnderWay = waiting.length > 0;
    if (!isFrameUnderWay) return;
    try {
      flush();
    } finally {
      nextFrame(draw);
    }
  };
  const add = (item: T) => {
    waiting.push(item);
    if (!isFrameUnderWay) draw();
  };
  return { add, flush };
}
