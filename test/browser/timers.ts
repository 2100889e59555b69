import type { Page } from '@playwright/test';

/** The page's timers that neither fired nor were cleared: their delays in milliseconds, by id. */
const PENDING = 'pendingTimers';

/** Has every page that is opened from now on keep account of its timers. */
export async function countTimers(page: Page): Promise<void> {
  await page.addInitScript((name) => {
    type Timer = (handler: () => void, delay?: number) => number;
    const pending = new Map<number, number>();
    const set = window.setTimeout.bind(window) as Timer;
    const repeat = window.setInterval.bind(window) as Timer;
    const clear = window.clearTimeout.bind(window);
    const noted = (id: number, delay: number) => {
      pending.set(id, delay);
      return id;
    };
    const setTimeout: Timer = (handler, delay = 0) => {
      const id = set(() => {
        pending.delete(id);
        handler();
      }, delay);
      return noted(id, delay);
    };
    const setInterval: Timer = (handler, delay = 0) => noted(repeat(handler, delay), delay);
    const stop = (id: number) => {
      pending.delete(id);
      clear(id);
    };
    const timers = { setTimeout, setInterval, clearTimeout: stop, clearInterval: stop };
    Object.assign(window, timers, { [name]: pending });
  }, PENDING);
}

/** The delays of the timers that run now. */
export const pendingTimers = (page: Page): Promise<number[]> =>
  page.evaluate(
    (name) => [...(Reflect.get(window, name) as Map<number, number>).values()],
    PENDING,
  );
