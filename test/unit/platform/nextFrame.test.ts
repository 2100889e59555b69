import { nextFrame } from '../../../src/platform/nextFrame';
import { advanceTime, useFakeClock } from '../../support/time/frames';

/** The callback that waits for the next animation frame. */
let frame: FrameRequestCallback | undefined;

useFakeClock();
beforeEach(() => {
  frame = undefined;
  globalThis.requestAnimationFrame = (callback) => {
    frame = callback;
    return 1;
  };
  globalThis.cancelAnimationFrame = () => {
    frame = undefined;
  };
});

describe('nextFrame', () => {
  test('calls back in a task after the next frame, once', async () => {
    const callback = jest.fn();
    nextFrame(callback);
    frame?.(0);
    expect(callback).not.toHaveBeenCalled();
    await advanceTime(1_000);
    expect(callback).toHaveBeenCalledTimes(1);
  });

  test('calls back after 100 ms if the page draws no frame, and no longer waits for one', async () => {
    const callback = jest.fn();
    nextFrame(callback);
    await advanceTime(99);
    expect(callback).not.toHaveBeenCalled();
    await advanceTime(1);
    expect(callback).toHaveBeenCalledTimes(1);
    expect(frame).toBeUndefined();
  });
});
