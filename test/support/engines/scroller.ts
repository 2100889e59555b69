import { expect } from '@playwright/test';
import { serveFiles, type ServedFiles } from '../build/serveFiles';
import type { Display } from './drivers/display';
import type { Tab } from './drivers/tab';

/** What has happened in the list since it is watched. */
interface Scrolling {
  /** How far the rows moved down in each frame that moved them, in pixels. */
  frames: number[];
  /**
   * Faults: the rows did not cover the viewport; no row of the previous frame was left; the rows did
   * not move as far as the browser scrolled; a script assigned `scrollTop` between two frames that
   * moved the rows.
   */
  faults: string[];
  /** Sum of the `deltaY` of all `wheel` events. Coalescing does not change the sum. */
  delta: number;
}

/** What `watchScrolling` leaves in the page. */
interface Watch extends Scrolling {
  hasInput: boolean;
  /** Sum of the changes that assignments to `scrollTop` have made, in px. */
  assignedDistance: number;
  /** The length of `frames` at each assignment to `scrollTop`. */
  assignments: number[];
  /** Whether the rows have moved since the last input. */
  hasMoved: boolean;
  /** Time of the last input or movement, in ms. */
  movedAt: number;
  /** Frames since then: a busy browser may show none for a while. */
  framesAtRest: number;
}

/** Watches the list's rows in every frame from now on. Runs in the page. */
function watchScrolling(): void {
  const list = document.querySelector('[role=log]');
  if (!list) throw new Error('There is no list.');
  const watch: Watch = {
    frames: [],
    faults: [],
    delta: 0,
    hasInput: false,
    assignedDistance: 0,
    assignments: [],
    hasMoved: false,
    movedAt: Infinity,
    framesAtRest: 0,
  };
  Object.assign(window, { watch });
  const onInput = () =>
    Object.assign(watch, {
      hasInput: true,
      hasMoved: false,
      movedAt: performance.now(),
      framesAtRest: 0,
    });
  const onWheel = ({ deltaY }: WheelEvent) => {
    watch.delta += deltaY;
    onInput();
  };
  addEventListener('wheel', onWheel, { passive: true, capture: true });
  addEventListener('keydown', onInput, { capture: true });
  const descriptor = Object.getOwnPropertyDescriptor(Element.prototype, 'scrollTop');
  const setScrollTop = (value: number) => {
    const before = list.scrollTop;
    descriptor?.set?.call(list, value);
    watch.assignedDistance += list.scrollTop - before;
    watch.assignments.push(watch.frames.length);
  };
  Object.defineProperty(list, 'scrollTop', { ...descriptor, set: setScrollTop });
  const readBrowserScroll = () => list.scrollTop - watch.assignedDistance;
  let scrolled = readBrowserScroll();
  let tops = new Map<Element, number>();
  const check = () => {
    if (Reflect.get(window, 'watch') !== watch) return;
    const view = list.getBoundingClientRect();
    const next = new Map<Element, number>();
    let covered = view.top;
    let moved: number | undefined;
    for (const row of list.querySelectorAll('[role=article]')) {
      const { top, bottom } = row.getBoundingClientRect();
      const previous = tops.get(row);
      if (previous !== undefined) moved ??= top - previous;
      next.set(row, top);
      if (bottom < view.top || top > view.bottom) continue;
      // A day heading is 60 pixels high.
      if (top > covered + 60) watch.faults.push(`${Math.round(top - covered)} px blank`);
      covered = Math.max(covered, bottom);
    }
    if (covered < view.bottom - 60)
      watch.faults.push(`${Math.round(view.bottom - covered)} px blank below`);
    if (moved === undefined && tops.size > 0) watch.faults.push('no row left of the last frame');
    const distance = moved ?? 0;
    // Rows move down when the browser scrolls up. Browsers round `scrollTop`.
    const browserScroll = readBrowserScroll();
    const expected = scrolled - browserScroll;
    if (Math.abs(distance - expected) > 1.5)
      watch.faults.push(`rows moved ${distance} px, the browser scrolled ${expected} px`);
    scrolled = browserScroll;
    watch.framesAtRest += 1;
    if (distance !== 0) {
      watch.framesAtRest = 0;
      watch.hasMoved = true;
      watch.frames.push(distance);
      watch.movedAt = performance.now();
    }
    tops = next;
    requestAnimationFrame(check);
  };
  // At once: the first frame may already move.
  check();
}

/** Whether an input has arrived and the rows have not moved for a while. Runs in the page. */
const isAtRest = (): boolean => {
  const { hasInput, movedAt, framesAtRest } = Reflect.get(window, 'watch') as Watch;
  return hasInput && framesAtRest > 20 && performance.now() - movedAt > 800;
};

/**
 * Waits for a `wheel` event that changes the sum of the `deltaY`, then at most a second for the rows
 * to move. Runs in the page.
 * @returns the new sum
 */
const untilMoved = (delta: number): Promise<number> =>
  new Promise((resolve) => {
    const check = () => {
      const watch = Reflect.get(window, 'watch') as Watch;
      const hasMoved = watch.hasMoved || performance.now() - watch.movedAt > 1_000;
      if (watch.delta !== delta && hasMoved) resolve(watch.delta);
      else requestAnimationFrame(check);
    };
    check();
  });

/** Returns what was watched so far. Runs in the page. */
const readScrolling = (): Scrolling => {
  const watch = Reflect.get(window, 'watch') as Watch;
  const { frames, delta, assignments } = watch;
  const assigned = assignments
    .filter((count) => count > 0 && count < frames.length)
    .map((count) => `scrollTop assigned after ${count} of ${frames.length} frames`);
  return { frames, faults: [...watch.faults, ...assigned], delta };
};

/** Whether an input has arrived. Runs in the page. */
const hasInput = (): boolean => (Reflect.get(window, 'watch') as Watch).hasInput;

/** Interval between two presses of a held key, in ms. */
const REPEAT = 33;

/** An input of xdotool: a step of the wheel, or a key. */
type Input = readonly ['click', 4 | 5] | readonly ['key', 'Prior'];

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
