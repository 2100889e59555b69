import { expect } from '@playwright/test';
import { watchScrolling, type Movement } from '../page/watchScrolling';
import { until } from '../time/until';
import { focusWindow, xdotool } from './display';
import type { Tab } from './puppeteer';

/** Interval between two presses of a held key, in ms. */
const REPEAT = 33;

/** Scrolls the list of a page through the X server, as a person does. */
export class Scroller {
  constructor(private readonly tab: Tab) {}

  /** Focuses the list and moves the pointer over it. */
  async begin(): Promise<void> {
    await this.tab.bringToFront();
    await focusWindow();
    await this.tab.evaluate(() => document.querySelector<HTMLElement>('[role=log]')?.focus());
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

  /** Presses the key Page Up `count` times, and waits until the list is at rest. */
  async pageUp(count = 1): Promise<Movement> {
    await this.tab.evaluate(watchScrolling);
    xdotool('key', '--delay', REPEAT, ...Array<string>(count).fill('Prior'));
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
