import { afterFrame } from './afterFrame';
import { watchFrames, type Smoothness } from './frames';

/** Taller than a day's heading with the room around it. */
const GAP = 60;
/** A frame that shows more than twice what a steady scroll would, and this, has jumped. */
const SLACK = 200;

/** What was seen while a list was scrolled up. */
export interface Scrolled extends Smoothness {
  /** Frames with an area where rows should be and none are. */
  blank: number;
  /** Frames in which rows stood where scrolling up does not bring them. */
  jumped: number;
}

/** The rows of a list, in their order; a collection that the browser keeps up to date. */
function rowsOf(list: Element): HTMLCollectionOf<Element> {
  const row = list.querySelector('[role=article]');
  if (!row) throw new Error('The list is empty.');
  return list.getElementsByClassName(row.className);
}

/** The first of the rows that ends below a height. */
function firstBelow(rows: HTMLCollectionOf<Element>, height: number): number {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const bottom = rows[middle]?.getBoundingClientRect().bottom ?? Infinity;
    if (bottom > height) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Where the rows in sight stand, by their texts, and the largest gap between them. */
function lookAt(list: Element, rows: HTMLCollectionOf<Element>) {
  const { top, bottom } = list.getBoundingClientRect();
  const places = new Map<string, number>();
  let edge = top;
  let gap = 0;
  for (let index = firstBelow(rows, top); edge < bottom && index < rows.length; index += 1) {
    const row = rows[index];
    const box = row?.getBoundingClientRect();
    if (!row || !box) break;
    gap = Math.max(gap, Math.min(box.top, bottom) - edge);
    edge = box.bottom;
    if (box.top < bottom) places.set(row.textContent, box.top);
  }
  return { places, gap: Math.max(gap, bottom - edge) };
}

/** How far rows have come down since an earlier look; undefined where none of them is left in sight. */
function movement(before: Map<string, number>, now: Map<string, number>): number | undefined {
  for (const [text, top] of before) {
    const place = now.get(text);
    if (place !== undefined) return place - top;
  }
  return undefined;
}

/**
 * Watches each frame of a list that is scrolled up by somebody else.
 * @param first what the text of the very first row begins with
 * @param speed of the scrolling, in pixels a second
 * @returns when the first row is in sight
 */
export async function watchScrolling(first: string, speed: number): Promise<Scrolled> {
  const list = document.querySelector('[role=log]');
  if (!list) throw new Error('There is no list.');
  const rows = rowsOf(list);
  const stop = watchFrames();
  let last = { at: performance.now(), places: new Map<string, number>() };
  let blank = 0;
  let jumped = 0;
  for (;;) {
    await afterFrame();
    const at = performance.now();
    const { places, gap } = lookAt(list, rows);
    const moved = last.places.size > 0 ? movement(last.places, places) : 0;
    const most = (2 * speed * (at - last.at)) / 1000 + SLACK;
    if (gap > GAP) blank += 1;
    if (moved === undefined || moved < -1 || moved > most) jumped += 1;
    last = { at, places };
    if ([...places.keys()].some((text) => text.startsWith(first))) break;
  }
  return { ...stop(), blank, jumped };
}
