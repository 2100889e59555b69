/** Every moment is a frame. */
export const atOnce = (callback: () => void) => {
  callback();
};

/** Frames that come when the test says so. */
export function heldFrames() {
  let waiting: (() => void)[] = [];
  let isHeld = true;
  /** Draws a frame. */
  const draw = () => {
    const callbacks = waiting;
    waiting = [];
    callbacks.forEach((callback) => {
      callback();
    });
  };
  return {
    nextFrame: (callback: () => void) => {
      if (isHeld) waiting.push(callback);
      else callback();
    },
    draw,
    /** From now on every moment is a frame. */
    release: () => {
      isHeld = false;
      draw();
    },
  };
}
