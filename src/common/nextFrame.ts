import { FRAMELESS } from './constants';

/**
 * Calls back in a task after the frame's own: the two together would be a long one.
 * A page that is hidden or covered may have no frames for hours; then it is soon.
 */
export function nextFrame(callback: () => void) {
  const timer = setTimeout(() => {
    cancelAnimationFrame(frame);
    callback();
  }, FRAMELESS);
  const frame = requestAnimationFrame(() => {
    clearTimeout(timer);
    setTimeout(callback);
  });
}
