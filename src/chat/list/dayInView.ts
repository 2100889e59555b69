/** Height below the top of the list, in px, that the floating date covers. */
const COVERED_HEIGHT = 44;

/**
 * Returns the timestamp of the first row in view; null if the row has none, or if a day's heading is
 * where the floating date would be.
 * @param rows the rows and headings, in order
 * @param top the top of the list in the viewport, in px
 */
export function timestampInView(rows: HTMLCollection, top: number): string | null {
  const covered = Array.from(rows).filter((row) => {
    const box = row.getBoundingClientRect();
    return box.bottom > top && box.top <= top + COVERED_HEIGHT;
  });
  if (covered.some(({ tagName }) => tagName === 'H2')) return null;
  return covered[0]?.querySelector('time')?.dateTime ?? null;
}
