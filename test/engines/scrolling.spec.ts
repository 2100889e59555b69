import { focusWindow, xdotool } from '../support/engines/display';
import { expect, test as base } from '../support/engines/fixtures';
import type { Tab } from '../support/engines/puppeteer';
import { watchScrolling, type Movement } from '../support/page/watchScrolling';
import { until } from '../support/time/until';

const MESSAGES = 10_000;

/** Scrolls the list of a page through the X server, as a person does. */
class Scroller {
  constructor(private readonly tab: Tab) {}

  /** Moves the pointer over the list, until the browser scrolls it. */
  async begin(): Promise<void> {
    await this.tab.bringToFront();
    await focusWindow();
    await this.tab.evaluate(watchScrolling);
    // A browser ignores the wheel until it has noticed the pointer. A history scrolls to the bottom.
    const turn = async () => {
      xdotool('mousemove', 500, 450, 'click', 4);
      return (await this.#read()).distance;
    };
    await expect.poll(turn).not.toBe(0);
    await this.#untilAtRest(true);
  }

  /**
   * Turns the wheel step by step, and waits until the list is at rest. Each step begins while the
   * list still moves by the last one.
   */
  async turnWheel(button: 4 | 5, steps = 1): Promise<Movement> {
    await this.tab.evaluate(watchScrolling);
    for (let step = 0; step < steps; step += 1) {
      const before = await this.#read();
      xdotool('click', button);
      const hasTurned = async () => (await this.#read()).delta !== before.delta;
      const hasMoved = async () => (await this.#read()).distance !== before.distance;
      await until(hasTurned, { interval: 10 });
      await until(hasMoved, { interval: 10, timeout: 1_000 });
    }
    return this.#untilAtRest();
  }

  async #read(): Promise<Movement & { frames: number }> {
    const watched = await this.tab.evaluate(() => window.watched);
    if (!watched) throw new Error('The list is not watched.');
    return watched;
  }

  /**
   * Waits until the rows have moved, and then have not moved for a while.
   * @param mayReturn whether the rows may come back to their place
   */
  async #untilAtRest(mayReturn = false): Promise<Movement> {
    let { frames, ...movement } = await this.#read();
    const isAtRest = async () => {
      const now = await this.#read();
      const hasMoved = now.distance !== movement.distance || now.delta !== movement.delta;
      // A busy browser may show no frame for a while.
      if (!hasMoved) return (mayReturn || movement.distance !== 0) && now.frames > frames + 20;
      ({ frames, ...movement } = now);
      return false;
    };
    await expect.poll(isAtRest, { intervals: [800] }).toBe(true);
    return { ...movement, distance: Math.round(movement.distance) };
  }
}

/** `scroller` scrolls the list of the open chat. */
const test = base.extend<{ scroller: Scroller }>({
  scroller: async ({ appTab, provider, customer }, use) => {
    for (let number = 0; number < MESSAGES; number += 1) {
      const text = `Mesaj ${number};${' uzun söz'.repeat((number * 7) % 23)}`;
      const own = number % 3 === 0 && { fromUserId: customer.id, toUserId: 1 };
      provider.store(customer.id, { text, ...own });
    }
    await appTab.openChat();
    const scroller = new Scroller(appTab.tab);
    await scroller.begin();
    await use(scroller);
  },
});

test.describe('A list of 10,000 messages', () => {
  test('moves by whole steps of the wheel, and follows a held wheel', async ({ scroller }) => {
    const step = await scroller.turnWheel(4);
    expect(step.faults).toEqual([]);
    for (let turn = 0; turn < 5; turn += 1) expect(await scroller.turnWheel(4)).toEqual(step);
    for (const [button, steps] of [
      [4, 100],
      [5, -60],
    ] as const) {
      const { distance, ...rest } = await scroller.turnWheel(button, Math.abs(steps));
      expect(rest).toEqual({ delta: steps * step.delta, faults: [] });
      // A held wheel can reach the first rendered row, because the list adds rows only at rest. Two or
      // three steps then scroll nothing.
      const share = distance / (steps * step.distance);
      expect(share).toBeGreaterThanOrEqual(0.95);
      expect(share).toBeLessThanOrEqual(1);
    }
  });

  test('shows rows wherever the scroll bar is dragged to', async ({ appTab, scroller }) => {
    await scroller.turnWheel(4);
    for (const fraction of [0.5, 0.1, 0.8, 0.3, 0]) {
      const faults = await appTab.tab.evaluate(async (part) => {
        const list = document.querySelector('[role=log]');
        if (!list) throw new Error('There is no list.');
        list.scrollTo({ top: (part - 1) * list.scrollHeight, behavior: 'instant' });
        // The second frame shows the rows of the new scroll position.
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
        const { top, height } = list.getBoundingClientRect();
        const isCovered = (y: number) =>
          [...list.querySelectorAll('[role=article]')].some((row) => {
            const box = row.getBoundingClientRect();
            return box.top < y + 60 && box.bottom > y - 60;
          });
        return [0.1, 0.5, 0.9].filter((share) => !isCovered(top + share * height));
      }, fraction);
      expect(faults, `dragged to ${fraction}`).toEqual([]);
    }
  });
});
