/** A visible row and its position. */
export interface VisibleRow {
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
export function createJumpDetector(
  speed: number,
  height: number,
): (visible: VisibleRow[]) => boolean {
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
