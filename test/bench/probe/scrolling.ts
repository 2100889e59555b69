import { afterFrame } from './afterFrame';
import { watchFrames, type Smoothness } from './frames';
import { createJumpWatch, type SeenRow } from './jumps';

/** Taller than a day's heading with the room around it. */
const GAP = 60;
/** More rows than this are no window but all of them. */
const WINDOW = 500;
const IN_SIGHT = 40;

/** What was seen while a list was scrolled up. */
export interface Scrolled extends Smoothness {
  /** Frames with an area where rows should be and none are. */
  blank: number;
  /** Frames in which rows stood where scrolling up does not bring them. */
  jumped: number;
}

/** The rows of a list, in their order; a collection that the browser keeps up to date. */
function rowsOf(list: Element): HTMLCollectionOf<Element> {
  const row = list.querySelector('[role=article], .row');
  if (!row) throw new Error('The list is empty.');
  return list.getElementsByClassName(row.classList[0] ?? '');
}

/** The first of the rows that ends below a height; they stand in their order where all are there. */
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

/** The rows around a height: of a window of rows all of them, of more only as many as can be in sight. */
function rowsAround(rows: HTMLCollectionOf<Element>, height: number): Element[] {
  if (rows.length <= WINDOW) return [...rows];
  const first = firstBelow(rows, height);
  return Array.from({ length: IN_SIGHT }, (_, index) => rows[first + index]).filter(
    (row) => row !== undefined,
  );
}

/** The rows in sight and the largest gap between them. */
function lookAt(list: Element, rows: HTMLCollectionOf<Element>) {
  const { top, bottom } = list.getBoundingClientRect();
  const seen = rowsAround(rows, top)
    .map((row) => ({ row, box: row.getBoundingClientRect() }))
    .filter(({ box }) => box.bottom > top && box.top < bottom)
    .sort((one, other) => one.box.top - other.box.top);
  const edges = [...seen.map(({ box }) => box.top), bottom];
  const gaps = edges.map((edge, index) => edge - (seen[index - 1]?.box.bottom ?? top));
  return {
    seen: seen.map(({ row, box }): SeenRow => ({ row, text: row.textContent, top: box.top })),
    gap: Math.max(...gaps),
  };
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
  const hasJumped = createJumpWatch(speed, list.clientHeight);
  const stop = watchFrames();
  let blank = 0;
  let jumped = 0;
  for (;;) {
    await afterFrame();
    const { seen, gap } = lookAt(list, rows);
    if (gap > GAP) blank += 1;
    if (hasJumped(seen)) jumped += 1;
    if (seen.some(({ text }) => text.startsWith(first))) break;
  }
  return { ...stop(), blank, jumped };
}
