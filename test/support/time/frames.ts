/** A `nextFrame` that calls back at once. */
export const synchronousFrame = (callback: () => void) => {
  callback();
};

/** A `nextFrame` whose frames the test draws. */
export function manualFrames() {
  let pending: (() => void)[] = [];
  let isManual = true;
  /** Draws a frame. */
  const draw = () => {
    const callbacks = pending;
    pending = [];
    callbacks.forEach((callback) => {
      callback();
    });
  };
  return {
    nextFrame: (callback: () => void) => {
      if (isManual) pending.push(callback);
      else callback();
    },
    draw,
    /** Draws a frame. Later callbacks are called at once. */
    release: () => {
      isManual = false;
      draw();
    },
  };
}
