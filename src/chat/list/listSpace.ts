import type { RowWindow, View } from './rowWindow';

/** Factor of an estimated space. Too little space would change `scrollTop` during a scroll. */
const SURPLUS = 1.25;
/** Maximum height of the space, in px. Firefox ignores a height above 17.8 million px. */
const MAX_SPACE = 8_000_000;

/**
 * The three children of the list. The space takes the place of the rows that are not rendered:
 *
 *     ┌──────────────┐ 0
 *     │ space above  │     rows 0 to start
 *     ├──────────────┤
 *   ┌─│ content      │─┐   rows start to end
 *   │ │              │ │ viewport, from scrollTop
 *   └─│              │─┘
 *     ├──────────────┤
 *     │ space below  │     rows end to length
 *     └──────────────┘ scrollHeight
 *
 * The space shrinks by the height of added rows, so that `scrollTop` stays. Place other elements,
 * such as `NewestButton`, beside the list. The exception is `Placeholder`, in the content.
 */
const partsOf = (list: HTMLElement) => {
  const [above, content, below] = list.children as Iterable<Element> as Iterable<HTMLElement>;
  if (!above || !content || !below) throw new Error('The list has no space.');
  return { above, content, below };
};

/** Returns the element whose children are the rendered rows, with their headings and dividers. */
export const contentOf = (list: HTMLElement): HTMLElement => partsOf(list).content;

const heightOf = (element: Element) => element.getBoundingClientRect().height;

const setHeight = (element: HTMLElement, height: number) => {
  element.style.height = `${Math.max(0, height)}px`;
};

export function measureView(list: HTMLElement): View {
  const { above, content, below } = partsOf(list);
  return {
    above: heightOf(above),
    rendered: heightOf(content),
    below: heightOf(below),
    top: list.scrollTop,
    height: list.clientHeight,
  };
}

/** Where the rows were before others were rendered. */
export interface Placement {
  /** The last and the first rendered element, with their distances to the top of the content. */
  edges: { element: Element; offset: number }[];
  scrollHeight: number;
}

/** Returns the distance between the tops of two elements, in px. */
const offsetIn = (outer: Element, element: Element) =>
  element.getBoundingClientRect().top - outer.getBoundingClientRect().top;

/** Records where the rows are, and prepares the list for others. `restorePlacement` must follow. */
export function recordPlacement(list: HTMLElement): Placement {
  const { content, below } = partsOf(list);
  const { scrollHeight } = list;
  const edges = [content.lastElementChild, content.firstElementChild]
    .filter((element) => element !== null)
    .map((element) => ({ element, offset: offsetIn(content, element) }));
  // The browser's scroll anchoring would move the rows a second time.
  list.style.overflowAnchor = 'none';
  // The browser would lower scrollTop if the list became shorter meanwhile.
  setHeight(below, scrollHeight);
  return { edges, scrollHeight };
}

/** Returns where rows without a common row are placed: at an end of the list or at the viewport. */
function placeAtViewport(list: HTMLElement, rows: RowWindow, length: number, space: number) {
  if (rows.start === 0) return 0;
  if (rows.end === length) return space;
  return Math.min(space, list.scrollTop - heightOf(contentOf(list)) / 2);
}

/**
 * Changes the space so that rows stay in place: in Safari, changing `scrollTop` ends a scroll.
 * @param before the placement before other rows were rendered
 * @param length the number of rows in the whole list
 */
export function restorePlacement(
  list: HTMLElement,
  before: Placement,
  rows: RowWindow,
  length: number,
): void {
  const { above, content, below } = partsOf(list);
  const space = before.scrollHeight - heightOf(content);
  const kept = before.edges.find(({ element }) => content.contains(element));
  const needed = kept
    ? heightOf(above) + kept.offset - offsetIn(content, kept.element)
    : placeAtViewport(list, rows, length, space);
  setHeight(above, needed);
  setHeight(below, rows.end === length ? 0 : space - needed);
  // Reading scrollTop also applies the new heights before scroll anchoring is back.
  const { scrollTop } = list;
  if (kept && needed <= -1) list.scrollTop = scrollTop - needed;
  list.style.overflowAnchor = '';
}

/**
 * Returns the index of the first element whose edge is at or below a height; the number of elements
 * if there is none. A binary search, because a search of the page renders thousands of rows.
 * @param elements elements below each other
 * @param height in the viewport, in px
 */
export function firstBelow(
  elements: HTMLCollection,
  height: number,
  edge: 'top' | 'bottom',
): number {
  let low = 0;
  let high = elements.length;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const box = elements.item(middle)?.getBoundingClientRect();
    if (box && box[edge] < height) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Returns the first row that begins in view, if any, and its distance to the top of the list. */
export function findAnchor(list: HTMLElement) {
  const rows = contentOf(list).children;
  const row = rows.item(firstBelow(rows, list.getBoundingClientRect().top, 'top'));
  return row ? { row, offset: offsetIn(list, row) } : undefined;
}

/** Changes the space above so that a row is where it was, after the rows above it have changed. */
export function holdAnchor(list: HTMLElement, anchor: ReturnType<typeof findAnchor>): void {
  if (!anchor?.row.isConnected) return;
  const moved = offsetIn(list, anchor.row) - anchor.offset;
  if (Math.abs(moved) < 1) return;
  const { above } = partsOf(list);
  setHeight(above, heightOf(above) - moved);
}

/**
 * Corrects the space above if it is too small, or much too large. Ends a running scroll in WebKit:
 * call it at rest, at the beginning of the list, or before a scroll by script.
 * @returns the change of `scrollTop`, in px
 */
export function correctSpace(list: HTMLElement, { start, end }: RowWindow): number {
  const { above, content } = partsOf(list);
  const height = heightOf(above);
  const estimate = (start * heightOf(content)) / Math.max(1, end - start);
  if (height >= estimate && height <= 2 * estimate) return 0;
  const { scrollTop } = list;
  const needed = Math.min(MAX_SPACE, estimate * SURPLUS);
  setHeight(above, needed);
  list.scrollTop = scrollTop + needed - height;
  return list.scrollTop - scrollTop;
}
