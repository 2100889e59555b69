import { expect } from '@playwright/test';
import type { Display } from './drivers/display';
import type { Tab } from './drivers/tab';
import { hasInput, isAtRest, readScrolling, untilMoved, watchScrolling } from './watchScrolling';

/** Interval between two presses of a held key, in ms. */
const REPEAT = 33;

/** An input of xdotool: a step of the wheel, or a key. */
export type Input = readonly ['click', 4 | 5] | readonly ['key', 'Prior'];

/** The effect of an input. */
export interface Movement {
  /** Distance that the rows moved down in all, in px. */
  distance: number;
  /** Sum of the `deltaY` of all `wheel` events. */
  delta: number;
  /** What was wrong in single frames. */
  faults: string[];
}

/** Scrolls the list of a page through the X server, as a person does. */
export class Scroller {
  constructor(
    private readonly tab: Tab,
    private readonly display: Display,
    private readonly windowClass: string,
  ) {}

  /** Focuses the list and moves the pointer over it. */
  async begin(): Promise<void> {
    await this.tab.show();
    await this.display.focus(this.windowClass);
    const { x, y } = await this.tab.evaluate(() => {
      const list = document.querySelector<HTMLElement>('[role=log]');
      if (!list) throw new Error('There is no list.');
      list.focus();
      const { left, top, width, height } = list.getBoundingClientRect();
      // Only Firefox tells where on the screen the page is.
      const inner = (name: string) => Reflect.get(window, name) as number | undefined;
      return {
        x: (inner('mozInnerScreenX') ?? screenX) + left + width / 2,
        y: (inner('mozInnerScreenY') ?? screenY + outerHeight - innerHeight) + top + height / 2,
      };
    }, null);
    await this.tab.evaluate(watchScrolling, null);
    // A browser ignores the wheel until it has noticed the pointer.
    const turn = () => {
      this.display.xdotool('mousemove', Math.round(x), Math.round(y), 'click', 4);
      return this.tab.evaluate(hasInput, null);
    };
    await expect.poll(turn).toBe(true);
    await this.untilAtRest();
  }

  private async untilAtRest(): Promise<void> {
    const check = () => this.tab.evaluate(isAtRest, null);
    await expect.poll(check, { timeout: 60_000 }).toBe(true);
  }

  /**
   * Turns the wheel step by step. Each step begins while the list still moves by the last one. With
   * steps at a fixed rate, a busy Chromium would lose a larger part of the distance.
   */
  private async turnWheel(button: 4 | 5, steps: number): Promise<void> {
    let delta = 0;
    for (let step = 0; step < steps; step += 1) {
      this.display.xdotool('click', button);
      delta = await this.tab.evaluate(untilMoved, delta);
    }
  }

  /**
   * Presses a key `count` times, or turns the wheel by `count` steps, and waits until the list is at
   * rest.
   */
  async scroll([command, what]: Input, count = 1): Promise<Movement> {
    await this.tab.evaluate(watchScrolling, null);
    if (command === 'click') await this.turnWheel(what, count);
    else this.display.xdotool(command, '--delay', REPEAT, ...Array<string>(count).fill(what));
    await this.untilAtRest();
    const { frames, faults, delta } = await this.tab.evaluate(readScrolling, null);
    const back = frames.filter((distance) => distance * (frames[0] ?? 0) < -1);
    return {
      distance: Math.round(frames.reduce((sum, distance) => sum + distance, 0)),
      delta,
      faults: [...faults, ...back.map((distance) => `${distance} px back`)],
    };
  }
}
