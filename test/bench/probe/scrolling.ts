import { afterFrame, observeFrames, type FrameStats } from './frames';

/** A visible row and its position. */
interface VisibleRow {
  row: Element;
  text: string;
  top: number;
}

/** Movement beyond the scroll speed that is tolerated, in pixels; scrolling is uneven. */
const TOLERANCE = 200;

/** Returns how far the rows have moved down, in pixels; undefined when none of them is left. */
function movementOf(rows: readonly VisibleRow[]): number | undefined {
  const kept = rows.find(({ row, text }) => row.isConnected && row.textContent === text);
  return kept && kept.row.getBoundingClientRect().top - kept.top;
}

/**
 * Creates a detector of rows that move other than by scrolling up.
 * @param speed scroll speed, in pixels per second
 * @param height height of the list, in pixels
 * @returns takes the visible rows of each frame; returns whether they jumped since the last frame
 */
function createJumpDetector(speed: number, height: number): (visible: VisibleRow[]) => boolean {
  let lastVisible: VisibleRow[] = [];
  let [secondLastTime, lastTime] = [NaN, performance.now()];
  return (visible) => {
    const now = performance.now();
    // Covers two frames: a late frame also shows the scrolling before it, and the next follows soon.
    const maxMovement = (2 * speed * (now - (secondLastTime || lastTime))) / 1000 + TOLERANCE;
    const movement = movementOf(lastVisible);
    const isFirst = lastVisible.length === 0;
    [secondLastTime, lastTime, lastVisible] = [lastTime, now, visible];
    if (isFirst) return false;
    if (movement === undefined) return maxMovement < height;
    return movement < -1 || movement > maxMovement;
  };
}

/** Maximum distance between two rows, in pixels: taller than a day heading with its margins. */
const MAX_GAP = 60;
/** Number of rows above which the list renders all rows, not a window of them. */
const MAX_WINDOW = 500;
/** Number of rows that are always more than fit on the screen. */
const MAX_VISIBLE = 40;

/** Frames while a list scrolled up. */
export interface ScrollStats extends FrameStats {
  /** Frames with an empty area in the list. */
  blank: number;
  /** Frames with rows that moved other than by scrolling. */
  jumped: number;
}

/** Returns a live collection of a list's rows. */
function rowsOf(list: Element): HTMLCollectionOf<Element> {
  const row = list.querySelector('[role=article], .row');
  if (!row) throw new Error('The list is empty.');
  return list.getElementsByClassName(row.classList[0] ?? '');
}

/** Returns the index of the first row that ends below `y`. Searches in halves: the rows are in order. */
function indexBelow(rows: HTMLCollectionOf<Element>, y: number): number {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const bottom = rows[middle]?.getBoundingClientRect().bottom ?? Infinity;
    if (bottom > y) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Returns all rows of a window, or the rows of a complete list that can be visible. */
function candidateRows(rows: HTMLCollectionOf<Element>, top: number): Element[] {
  if (rows.length <= MAX_WINDOW) return [...rows];
  const first = indexBelow(rows, top);
  return Array.from({ length: MAX_VISIBLE }, (_, index) => rows[first + index]).filter(
    (row) => row !== undefined,
  );
}

/** Returns the visible rows and the largest distance between them. */
function inspectRows(list: Element, rows: HTMLCollectionOf<Element>) {
  const { top, bottom } = list.getBoundingClientRect();
  const visible = candidateRows(rows, top)
    .map((row) => ({ row, box: row.getBoundingClientRect() }))
    .filter(({ box }) => box.bottom > top && box.top < bottom)
    .sort((a, b) => a.box.top - b.box.top);
  const edges = [...visible.map(({ box }) => box.top), bottom];
  const gaps = edges.map((edge, index) => edge - (visible[index - 1]?.box.bottom ?? top));
  return {
    visible: visible.map(({ row, box }): VisibleRow => ({
      row,
      text: row.textContent,
      top: box.top,
    })),
    largestGap: Math.max(...gaps),
  };
}

/**
 * Observes each frame while the list scrolls up, until the first row is visible.
 * @param first a text that only the first row contains
 * @param speed scroll speed, in pixels per second
 */
export async function observeScrolling(first: string, speed: number): Promise<ScrollStats> {
  const list = document.querySelector('[role=log]');
  if (!list) throw new Error('The page has no list.');
  const rows = rowsOf(list);
  const hasJumped = createJumpDetector(speed, list.clientHeight);
  const stopFrames = observeFrames();
  let blank = 0;
  let jumped = 0;
  for (;;) {
    await afterFrame();
    const { visible, largestGap } = inspectRows(list, rows);
    if (largestGap > MAX_GAP) blank += 1;
    if (hasJumped(visible)) jumped += 1;
    if (visible.some(({ text }) => text.includes(first))) break;
  }
  return { ...stopFrames(), blank, jumped };
}
