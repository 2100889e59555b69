/** Fallback delay, in ms, if no animation frame comes; a hidden page may draw none for hours. */
const FRAME_TIMEOUT = 100;

/** Calls back in a new task after the next frame, so that frame and task each stay under 50 ms. */
export function nextFrame(callback: () => void) {
  const timer = setTimeout(() => {
    cancelAnimationFrame(frame);
    callback();
  }, FRAME_TIMEOUT);
  const frame = requestAnimationFrame(() => {
    clearTimeout(timer);
    setTimeout(callback);
  });
}
