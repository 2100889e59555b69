import { expect } from '@playwright/test';
import { serveFiles, type ServedFiles } from '../build/serveFiles';
import type { Display } from './display';
import type { Tab } from './tab';

/** The effect of an input. */
export interface Movement {
  /** Distance that the rows moved down in all, in px. */
  distance: number;
  /** Sum of the `deltaY` of all `wheel` events. Coalescing does not change the sum. */
  delta: number;
  /**
   * Faults: the rows did not cover the viewport; no row of the previous frame was left; the rows did
   * not move as far as the browser scrolled, or moved back; a script assigned `scrollTop` between two
   * frames that moved the rows.
   */
  faults: string[];
}

interface Watch {
  hasInput(): boolean;
  /** Returns whether an input has arrived and the rows have not moved for a while. */
  isAtRest(): boolean;
  /**
   * Waits for a `wheel` event that changes the sum of the `deltaY`, then at most a second for the
   * rows to move. @returns the new sum
   */
  untilMoved(delta: number): Promise<number>;
  read(): Movement;
}

declare global {
  interface Window {
    watch?: Watch;
  }
}

/** Watches the list's rows in every frame from now on, as `window.watch`. Runs in the page. */
function watchScrolling(): void {
  const list = document.querySelector('[role=log]');
  if (!list) throw new Error('There is no list.');
  const faults: string[] = [];
  /** How far the rows moved down in each frame that moved them, in px. */
  const frames: number[] = [];
  /** The length of `frames` at each assignment to `scrollTop`. */
  const assignments: number[] = [];
  /** Sum of the changes that assignments to `scrollTop` have made, in px. */
  let assigned = 0;
  let delta = 0;
  let hasMoved = false;
  /** Time of the last input or movement, in ms; 0 before the first input. */
  let changedAt = 0;
  /** Frames since then: a busy browser may show none for a while. */
  let framesAtRest = 0;
  const rested = () => performance.now() - changedAt;
  const onInput = (event: Event) => {
    delta += event instanceof WheelEvent ? event.deltaY : 0;
    [hasMoved, changedAt, framesAtRest] = [false, performance.now(), 0];
  };
  for (const type of ['wheel', 'keydown'])
    addEventListener(type, onInput, { passive: true, capture: true });
  const descriptor = Object.getOwnPropertyDescriptor(Element.prototype, 'scrollTop');
  const set = (value: number) => {
    const before = list.scrollTop;
    descriptor?.set?.call(list, value);
    assigned += list.scrollTop - before;
    assignments.push(frames.length);
  };
  Object.defineProperty(list, 'scrollTop', { ...descriptor, set });
  let scrolled = list.scrollTop;
  let tops = new Map<Element, number>();
  const check = () => {
    if (window.watch !== watch) return;
    const view = list.getBoundingClientRect();
    const rows = [...list.querySelectorAll('[role=article]')].map(
      (row) => [row, row.getBoundingClientRect()] as const,
    );
    const edges = rows
      .filter(([, { top, bottom }]) => bottom >= view.top && top <= view.bottom)
      .flatMap(([, { top, bottom }]) => [top, bottom]);
    // Between two rows; a day heading is 60 pixels high.
    [view.top, ...edges, view.bottom].forEach((edge, index, all) => {
      const blank = (all[index + 1] ?? edge) - edge;
      if (index % 2 === 0 && blank > 60) faults.push(`${Math.round(blank)} px blank`);
    });
    const [kept] = rows.filter(([row]) => tops.has(row));
    if (!kept && tops.size > 0) faults.push('no row left of the last frame');
    const distance = kept ? kept[1].top - (tops.get(kept[0]) ?? 0) : 0;
    // Rows move down when the browser scrolls up. Browsers round `scrollTop`.
    const expected = scrolled - (list.scrollTop - assigned);
    if (Math.abs(distance - expected) > 1.5)
      faults.push(`rows moved ${distance} px, the browser scrolled ${expected} px`);
    scrolled -= expected;
    framesAtRest += 1;
    if (distance !== 0) {
      [hasMoved, changedAt, framesAtRest] = [true, performance.now(), 0];
      frames.push(distance);
    }
    tops = new Map(rows.map(([row, { top }]) => [row, top]));
    requestAnimationFrame(check);
  };
  const watch: Watch = {
    hasInput: () => changedAt > 0,
    isAtRest: () => changedAt > 0 && framesAtRest > 20 && rested() > 800,
    untilMoved: async (earlier) => {
      while (delta === earlier || !(hasMoved || rested() > 1_000))
        await new Promise((resolve) => requestAnimationFrame(resolve));
      return delta;
    },
    read: () => {
      const midway = assignments.filter((count) => count > 0 && count < frames.length);
      const back = frames.filter((distance) => distance * (frames[0] ?? 0) < -1);
      return {
        distance: Math.round(frames.reduce((sum, distance) => sum + distance, 0)),
        delta,
        faults: [
          ...faults,
          ...midway.map((count) => `scrollTop assigned after ${count} of ${frames.length} frames`),
          ...back.map((distance) => `${distance} px back`),
        ],
      };
    },
  };
  window.watch = watch;
  // At once: the first frame may already move.
  check();
}

/** Interval between two presses of a held key, in ms. */
const REPEAT = 33;

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
      list?.focus();
      const { left = 0, top = 0, width = 0, height = 0 } = list?.getBoundingClientRect() ?? {};
      // Only Firefox tells where on the screen the page is.
      const inner = (name: string) => Reflect.get(window, name) as number | undefined;
      return {
        x: (inner('mozInnerScreenX') ?? screenX) + left + width / 2,
        y: (inner('mozInnerScreenY') ?? screenY + outerHeight - innerHeight) + top + height / 2,
      };
    });
    await this.tab.evaluate(watchScrolling);
    // A browser ignores the wheel until it has noticed the pointer.
    const turn = () => {
      this.display.xdotool('mousemove', Math.round(x), Math.round(y), 'click', 4);
      return this.tab.evaluate(() => window.watch?.hasInput());
    };
    await expect.poll(turn).toBe(true);
    await this.#untilAtRest();
  }

  /**
   * Turns the wheel step by step, and waits until the list is at rest. Each step begins while the
   * list still moves by the last one. With steps at a fixed rate, a busy Chromium would lose a larger
   * part of the distance.
   */
  async turnWheel(button: 4 | 5, steps = 1): Promise<Movement> {
    await this.tab.evaluate(watchScrolling);
    let delta: number | undefined = 0;
    for (let step = 0; step < steps; step += 1) {
      this.display.xdotool('click', button);
      delta = await this.tab.evaluate((earlier) => window.watch?.untilMoved(earlier), delta ?? 0);
    }
    return this.#read();
  }

  /** Presses the key Page Up `count` times, and waits until the list is at rest. */
  async pageUp(count = 1): Promise<Movement> {
    await this.tab.evaluate(watchScrolling);
    this.display.xdotool('key', '--delay', REPEAT, ...Array<string>(count).fill('Prior'));
    return this.#read();
  }

  async #read(): Promise<Movement> {
    await this.#untilAtRest();
    const movement = await this.tab.evaluate(() => window.watch?.read());
    if (!movement) throw new Error('The list is not watched.');
    return movement;
  }

  async #untilAtRest(): Promise<void> {
    const isAtRest = () => this.tab.evaluate(() => window.watch?.isAtRest());
    await expect.poll(isAtRest, { timeout: 60_000 }).toBe(true);
  }
}

const ROWS = Array.from({ length: 2_000 }, (_, row) => `<p role="article">${row}</p>`).join('');

const PAGE = `<!doctype html><meta charset="utf-8" /><style>
  body { margin: 0 }
  div { position: fixed; inset: 76px 0 77px; overflow-y: auto }
  p { margin: 0; height: 50px }
</style><div role="log" tabindex="0">${ROWS}</div>`;

/** Serves a list with all its rows: what the browser itself does with an input. */
export const servePlainList = (): Promise<ServedFiles> =>
  serveFiles(
    (name) => (name === '/index.html' ? Promise.resolve(PAGE) : Promise.reject(new Error(name))),
    '/index.html',
  );
