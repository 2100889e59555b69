/** Fakes timers and dates in this file. The test advances them; promises resolve as usual. */
export function useFakeClock(): void {
  beforeEach(() => {
    jest.useFakeTimers({
      doNotFake: ['queueMicrotask', 'nextTick', 'setImmediate', 'clearImmediate', 'performance'],
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

/** Runs the promises and the 0 ms timers that are due. */
export const flushPromises = () => advanceTime(0);

/** Duration in ms of a 0 ms timer that is set while the clock advances: fake timers round it up. */
export const TICK = 1;
