import type { Page } from '@playwright/test';

/** The global variable with the page's pending timers: their delays in ms, by id. */
const PENDING = 'pendingTimers';

/** Tracks the timers of every page load from now on. */
export async function countTimers(page: Page): Promise<void> {
  await page.addInitScript((name) => {
    type Timer = (handler: () => void, delay?: number) => number;
    const pending = new Map<number, number>();
    const originalSetTimeout = window.setTimeout.bind(window) as Timer;
    const originalSetInterval = window.setInterval.bind(window) as Timer;
    const originalClear = window.clearTimeout.bind(window);
    const track = (id: number, delay: number) => {
      pending.set(id, delay);
      return id;
    };
    const setTimeout: Timer = (handler, delay = 0) => {
      const id = originalSetTimeout(() => {
        pending.delete(id);
        handler();
      }, delay);
      return track(id, delay);
    };
    const setInterval: Timer = (handler, delay = 0) =>
      track(originalSetInterval(handler, delay), delay);
    const clear = (id: number) => {
      pending.delete(id);
      originalClear(id);
    };
    const timers = { setTimeout, setInterval, clearTimeout: clear, clearInterval: clear };
    Object.assign(window, timers, { [name]: pending });
  }, PENDING);
}

/** The delays, in ms, of the timers that have neither fired nor been cleared. */
export const pendingTimers = (page: Page): Promise<number[]> =>
  page.evaluate(
    (name) => [...(Reflect.get(window, name) as Map<number, number>).values()],
    PENDING,
  );
