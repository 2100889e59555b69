/** A row that was in sight, and where. */
export interface SeenRow {
  row: Element;
  text: string;
  top: number;
}

/** So many pixels more than the scrolling's speed explains may be its own unevenness. */
const SLACK = 200;

/** How far one of the rows has come down since; undefined where none of them is left. */
function movement(rows: readonly SeenRow[]): number | undefined {
  const kept = rows.find(({ row, text }) => row.isConnected && row.textContent === text);
  return kept && kept.row.getBoundingClientRect().top - kept.top;
}

/**
 * Tells of each frame whether the rows stand where scrolling up since the frame before cannot have
 * brought them.
 * @param speed of the scrolling, in pixels a second
 * @param height of the list
 * @returns is given the rows in sight, frame by frame
 */
export function createJumpWatch(speed: number, height: number): (seen: SeenRow[]) => boolean {
  let last: SeenRow[] = [];
  let [before, at] = [NaN, performance.now()];
  return (seen) => {
    const now = performance.now();
    // A late frame shows what was scrolled before it, and the next may come soon after.
    const most = (2 * speed * (now - (before || at))) / 1000 + SLACK;
    const moved = movement(last);
    const isFirst = last.length === 0;
    [before, at, last] = [at, now, seen];
    if (isFirst) return false;
    return moved === undefined ? most < height : moved < -1 || moved > most;
  };
}
