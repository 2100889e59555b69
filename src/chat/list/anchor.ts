/** A row, and the share of its height that is above the viewport. */
interface Anchor {
  row: Element;
  share: number;
}

/** Returns the first row in view. */
export function findAnchor(list: Element): Anchor | undefined {
  const { top } = list.getBoundingClientRect();
  for (const row of list.querySelectorAll('[data-key]')) {
    const box = row.getBoundingClientRect();
    if (box.bottom > top) return { row, share: (top - box.top) / box.height };
  }
  return undefined;
}

/** Returns how far an anchor is below its place at the top of the list, in px. */
export function offsetOf({ row, share }: Anchor, list: Element): number {
  const { top, height } = row.getBoundingClientRect();
  return top + share * height - list.getBoundingClientRect().top;
}
