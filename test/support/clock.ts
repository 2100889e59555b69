/** Timers and dates of the file stand still until the test moves them; promises go on by themselves. */
export function useClock(): void {
  beforeEach(() => {
    jest.useFakeTimers({
      doNotFake: ['queueMicrotask', 'nextTick', 'setImmediate', 'clearImmediate', 'performance'],
    });
  });
  afterEach(async () => {
    // What a test leaves under way may set its next timer yet, and a real one would outlive the test.
    await settle();
    jest.useRealTimers();
  });
}

/** Lets time pass, and everything that is due happen. */
export const pass = (milliseconds: number) => jest.advanceTimersByTimeAsync(milliseconds);

/** Lets everything happen that needs no time. */
export const settle = () => pass(0);

/** What a pause of no length takes where it begins while time is passing. */
export const TICK = 1;
