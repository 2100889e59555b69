/** Height below the top of the list, in px, that the floating date covers. */
const COVERED_HEIGHT = 44;

/** Returns the index of the first element whose bottom is below `y`, by binary search. */
function firstBelow(elements: HTMLCollection, y: number): number {
  let low = 0;
  let high = elements.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const bottom = elements[middle]?.getBoundingClientRect().bottom ?? Infinity;
    if (bottom > y) high = middle;
    else low = middle + 1;
  }
  return low;
}

/**
 * Returns the timestamp of the first row in view; null if the row has none, or if a day's heading is
 * where the floating date would be.
 * @param rows the rows and headings, in order
 * @param top the top of the list in the viewport, in px
 */
export function timestampInView(rows: HTMLCollection, top: number): string | null {
  const first = firstBelow(rows, top);
  const covered = [];
  for (let row = rows[first]; row; row = row.nextElementSibling ?? undefined) {
    if (row.getBoundingClientRect().top > top + COVERED_HEIGHT) break;
    covered.push(row);
  }
  if (covered.some(({ tagName }) => tagName === 'H2')) return null;
  return covered[0]?.querySelector('time')?.dateTime ?? null;
}
