/** Every moment is a frame. */
export const atOnce = (callback: () => void) => {
  callback();
};

/** Frames that come when the test says so. */
export function heldFrames() {
  let waiting: (() => void)[] = [];
  return {
    nextFrame: (callback: () => void) => {
      waiting.push(callback);
    },
    /** Draws a frame. */
    draw: () => {
      const callbacks = waiting;
      waiting = [];
      callbacks.forEach((callback) => {
        callback();
      });
    },
  };
}
