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
  /** Frames in which the rows did not cover the viewport, moved back, or were all replaced. */
  faults: string[];
}

/** What the page records. */
interface Watched extends Movement {
  /** Whether the rows have moved since the last input. */
  hasMoved: boolean;
  /** Time of the last input or movement, in ms; 0 before the first input. */
  changedAt: number;
  /** Frames since then: a busy browser may show none for a while. */
  framesAtRest: number;
}

declare global {
  interface Window {
    watched?: Watched;
  }
}

/** Watches the list's rows in every frame from now on, as `window.watched`. Runs in the page. */
function watchScrolling(): void {
  const list = document.querySelector('[role=log]');
  if (!list) throw new Error('There is no list.');
  const change = { hasMoved: false, changedAt: 0, framesAtRest: 0 };
  const watched: Watched = { distance: 0, delta: 0, faults: [], ...change };
  window.watched = watched;
  const onChange = (hasMoved: boolean) =>
    Object.assign(watched, { hasMoved, changedAt: performance.now(), framesAtRest: 0 });
  const onInput = (event: Event) => {
    watched.delta += event instanceof WheelEvent ? event.deltaY : 0;
    onChange(false);
  };
  for (const type of ['wheel', 'keydown'])
    addEventListener(type, onInput, { passive: true, capture: true });
  let tops = new Map<Element, number>();
  const check = () => {
    if (window.watched !== watched) return;
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
      if (index % 2 === 0 && blank > 60) watched.faults.push(`${Math.round(blank)} px blank`);
    });
    const [kept] = rows.filter(([row]) => tops.has(row));
    if (!kept && tops.size > 0) watched.faults.push('no row left of the last frame');
    const distance = kept ? kept[1].top - (tops.get(kept[0]) ?? 0) : 0;
    if (distance * watched.distance < -1) watched.faults.push(`${distance} px back`);
    watched.distance += distance;
    watched.framesAtRest += 1;
    if (distance !== 0) onChange(true);
    tops = new Map(rows.map(([row, { top }]) => [row, top]));
    requestAnimationFrame(check);
  };
  // At once: the first frame may already move.
  check();
}

/**
 * Waits for a `wheel` event that changes the sum of the `deltaY`, then at most a second for the rows
 * to move. Runs in the page. @returns the new sum
 */
async function untilMoved(before: number): Promise<number> {
  for (;;) {
    const { delta = 0, hasMoved, changedAt = 0 } = window.watched ?? {};
    if (delta !== before && (hasMoved || performance.now() - changedAt > 1_000)) return delta;
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
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
      return this.tab.evaluate(() => window.watched?.changedAt);
    };
    await expect.poll(turn).toBeGreaterThan(0);
    await this.#untilAtRest();
  }

  /**
   * Turns the wheel step by step, and waits until the list is at rest. Each step begins while the
   * list still moves by the last one. With steps at a fixed rate, a busy Chromium would lose a larger
   * part of the distance.
   */
  async turnWheel(button: 4 | 5, steps = 1): Promise<Movement> {
    await this.tab.evaluate(watchScrolling);
    let before = 0;
    for (let step = 0; step < steps; step += 1) {
      this.display.xdotool('click', button);
      before = await this.tab.evaluate(untilMoved, before);
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
    return this.tab.evaluate(() => {
      const { distance = 0, delta = 0, faults = ['not watched'] } = window.watched ?? {};
      return { distance: Math.round(distance), delta, faults };
    });
  }

  /** Waits until an input has arrived and the rows have not moved for a while. */
  async #untilAtRest(): Promise<void> {
    const isAtRest = () =>
      this.tab.evaluate(() => {
        const { changedAt = 0, framesAtRest = 0 } = window.watched ?? {};
        return changedAt > 0 && framesAtRest > 20 && performance.now() - changedAt > 800;
      });
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
