/** A `nextFrame` that calls back at once. */
export const synchronousFrame = (callback: () => void) => callback();

/** A `nextFrame` whose frames the test draws. */
export function manualFrames() {
  let pending: (() => void)[] = [];
  let isManual = true;
  /** Draws a frame. */
  const draw = () => {
    const callbacks = pending;
    pending = [];
    callbacks.forEach((callback) => callback());
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

/** Fakes timers and dates in this file. The test advances them; promises resolve as usual. */
export function fakeClockForEachTest(): void {
  beforeEach(() => {
    jest.useFakeTimers({
      doNotFake: ['queueMicrotask', 'nextTick', 'setImmediate', 'clearImmediate'],
    });
  });
  afterEach(async () => {
    // Pending code may still set a timer. A real timer would outlive the test.
    await flushPromises();
    jest.useRealTimers();
  });
}

/** Advances the clock and runs the timers and promises that are due. */
export const advanceTime = (milliseconds: number) => jest.advanceTimersByTimeAsync(milliseconds);

export const HOUR = 3_600_000;

/** Moves the system clock and fires no timer, as when the device sleeps. */
export const moveClock = (milliseconds: number) => jest.setSystemTime(Date.now() + milliseconds);

/** Runs the promises and the 0 ms timers that are due. */
export const flushPromises = () => advanceTime(0);

/** Runs the promises that are due, and no timer. */
export const flushMicrotasks = () => new Promise((resolve) => setImmediate(resolve));

/** Fake timers fire a 0 ms timer that is set during `advanceTime` 1 ms later. */
export const TICK = 1;

/** A promise that is settled from outside. */
export type Deferred<T> = ReturnType<typeof deferred<T>>;

/** Returns a promise and the functions that settle it. */
export function deferred<T = void>() {
  let resolve: (value: T) => void = () => undefined;
  let reject: (reason: unknown) => void = () => undefined;
  const promise = new Promise<T>((onResolve, onReject) => {
    resolve = onResolve;
    reject = onReject;
  });
  return { promise, resolve, reject };
}
