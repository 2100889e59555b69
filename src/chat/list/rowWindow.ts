import { INITIAL_ROWS } from '../../shared/constants';

/** Maximum rows rendered; one more if the viewport begins within a row. */
export const MAX_ROWS = 160;
/** Maximum rows of a growing window. More slow down each frame; fewer restart it more often. */
export const MAX_TAIL_ROWS = 64;
/** Rows added per move. Above `MAX_ROWS`, as many rows are removed at the other end. */
export const ROWS_PER_MOVE = 16;

/** Distance from an end of the rendered rows, in px, below which rows are added. */
const OVERSCAN = 2_000;

/** The rendered rows of a list: index of the first, and index after the last. */
export interface RowWindow {
  start: number;
  end: number;
  /** Whether all rows stay rendered, for the browser's search and for printing. */
  isWhole?: boolean;
}

export const allRows = (length: number): RowWindow => ({ start: 0, end: length, isWhole: true });

/** Returns the window at the beginning of a list. */
export const headWindow = (length: number): RowWindow => ({
  start: 0,
  end: Math.min(length, INITIAL_ROWS),
});

/**
 * A window at the end grows with the list, up to `MAX_TAIL_ROWS`. Any other window restarts at the
 * end. A growing window restarts too if `INITIAL_ROWS` or more rows arrive at once, because the
 * earlier rows are then out of view.
 */
export function tailWindow(
  length: number,
  { start, end }: RowWindow = { start: 0, end: 0 },
  previousLength = 0,
): RowWindow {
  const isGrowing =
    end === previousLength &&
    length - previousLength < INITIAL_ROWS &&
    start < length &&
    length - start <= MAX_TAIL_ROWS;
  return { start: isGrowing ? start : Math.max(0, length - INITIAL_ROWS), end: length };
}

/** Returns whether rows can be added above the window without removing others. */
export const canExtendUp = ({ start, end }: RowWindow): boolean =>
  start > 0 && end - start < MAX_ROWS;

/** Adds rows above. Above `MAX_ROWS`, removes rows below. */
export function moveUp({ start, end }: RowWindow): RowWindow {
  const first = Math.max(0, start - ROWS_PER_MOVE);
  return { start: first, end: Math.min(end, first + MAX_ROWS) };
}

/** Adds rows below. Above `MAX_ROWS`, removes rows above. */
export function moveDown({ start, end }: RowWindow, length: number): RowWindow {
  const last = Math.min(length, end + ROWS_PER_MOVE);
  return { start: Math.max(start, last - MAX_ROWS), end: last };
}

const windowAround = (row: number, length: number): RowWindow => ({
  start: Math.max(0, Math.floor(row) - MAX_ROWS / 2),
  end: Math.min(length, Math.ceil(row) + MAX_ROWS / 2),
});

/** The viewport, and the heights of the rendered rows and of the spaces around them, in px. */
export interface View {
  above: number;
  rendered: number;
  below: number;
  /** Top of the viewport, from the top of the space above. */
  top: number;
  height: number;
}

/**
 * Adds rows in the direction of the scroll. If no row is in view, returns rows around the viewport.
 * @param movement the distance scrolled, in px; negative upwards
 * @returns `rows` itself if nothing changes
 */
export function windowAfterScroll(
  rows: RowWindow,
  length: number,
  { above, rendered, below, top, height }: View,
  movement: number,
): RowWindow {
  const { start, end, isWhole = false } = rows;
  if (isWhole) return rows;
  const over = top - above;
  const under = above + rendered - top - height;
  if (over + height < 0) return windowAround((start * top) / above, length);
  if (under + height < 0)
    return windowAround(end + (length - end) * ((over - rendered) / below), length);
  if (movement < 0 && over < OVERSCAN && start > 0) return moveUp(rows);
  if (movement > 0 && under < OVERSCAN && end < length) return moveDown(rows, length);
  return rows;
}
