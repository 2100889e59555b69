import {
  correctSpace,
  firstBelow,
  measureView,
  recordPlacement,
  restorePlacement,
} from '../../../../src/chat/list/listSpace';

interface Row {
  height: number;
}

/** A list of rows between two spaces, in a viewport of 400 px, with the layout of a browser. */
class FakeList {
  readonly style = { overflowAnchor: '' };
  readonly clientHeight = 400;
  readonly #above = { style: { height: '0px' } };
  readonly #below = { style: { height: '0px' } };
  #scrollTop = 0;
  /** Whether a script has set scrollTop. */
  isScrolled = false;

  constructor(public rows: Row[]) {}

  get #rowsHeight() {
    return this.rows.reduce((sum, { height }) => sum + height, 0);
  }

  get spaceAbove() {
    return parseFloat(this.#above.style.height);
  }

  get spaceBelow() {
    return parseFloat(this.#below.style.height);
  }

  get scrollHeight() {
    return this.spaceAbove + this.#rowsHeight + this.spaceBelow;
  }

  get scrollTop() {
    return this.#scrollTop;
  }

  set scrollTop(top: number) {
    this.isScrolled = true;
    this.#scrollTop = Math.max(0, Math.min(top, this.scrollHeight - this.clientHeight));
  }

  /** Sets the state as if the user had scrolled there. */
  scroll(spaceAbove: number, spaceBelow: number, scrollTop: number) {
    this.#above.style.height = `${spaceAbove}px`;
    this.#below.style.height = `${spaceBelow}px`;
    this.#scrollTop = scrollTop;
  }

  topOf(row: Row): number {
    const before = this.rows.slice(0, this.rows.indexOf(row));
    return before.reduce((sum, { height }) => sum + height, this.spaceAbove) - this.#scrollTop;
  }

  get children() {
    const rects = <T extends object>(element: T, top: () => number, height: () => number) =>
      Object.assign(element, { getBoundingClientRect: () => ({ top: top(), height: height() }) });
    const elementOf = (row: Row | undefined) =>
      row &&
      rects(
        { row },
        () => this.topOf(row),
        () => row.height,
      );
    const content = {
      firstElementChild: elementOf(this.rows[0]) ?? null,
      lastElementChild: elementOf(this.rows.at(-1)) ?? null,
      contains: ({ row }: { row: Row }) => this.rows.includes(row),
    };
    const top = () => this.spaceAbove - this.#scrollTop;
    return [
      rects(
        this.#above,
        () => -this.#scrollTop,
        () => this.spaceAbove,
      ),
      rects(content, top, () => this.#rowsHeight),
      rects(
        this.#below,
        () => top() + this.#rowsHeight,
        () => this.spaceBelow,
      ),
    ];
  }
}

const asElement = (list: FakeList) => list as unknown as HTMLElement;

const rowsOf = (...heights: number[]): Row[] => heights.map((height) => ({ height }));

/** Renders other rows of a list, with the space adapted. */
function render(list: FakeList, rows: Row[], start: number, length: number) {
  const before = recordPlacement(asElement(list));
  list.rows = rows;
  restorePlacement(asElement(list), before, { start, end: start + rows.length }, length);
}

describe('measureView', () => {
  test('returns the heights of the spaces and of the rows', () => {
    const list = new FakeList(rowsOf(300, 200));
    list.scroll(1000, 700, 900);
    const view = { above: 1000, rendered: 500, below: 700, top: 900, height: 400 };
    expect(measureView(asElement(list))).toEqual(view);
  });
});

describe('restorePlacement', () => {
  const [a, b, c, d] = rowsOf(90, 300, 200, 110) as [Row, Row, Row, Row];

  test.each([
    ['are added above', [b, c], [a, b, c], 1, { above: 910, below: 700 }],
    ['are removed above', [a, b, c], [b, c], 2, { above: 1090, below: 700 }],
    ['are added below', [b, c], [b, c, d], 2, { above: 1000, below: 590 }],
    ['are removed below', [b, c, d], [b, c], 2, { above: 1000, below: 810 }],
    ['move up', [b, c], [a, b], 1, { above: 910, below: 900 }],
    ['move down', [b, c], [c, d], 3, { above: 1300, below: 590 }],
  ])('keeps the other rows in their place when rows %s', (_, old, rows, start, space) => {
    const list = new FakeList(old);
    list.scroll(1000, 700, 1100);
    const kept = old.filter((row) => rows.includes(row));
    const tops = kept.map((row) => list.topOf(row));
    const { scrollHeight } = list;
    render(list, rows, start, 20);
    expect(kept.map((row) => list.topOf(row))).toEqual(tops);
    expect(list).toMatchObject({ isScrolled: false, scrollHeight });
    expect({ above: list.spaceAbove, below: list.spaceBelow }).toEqual(space);
    expect(list.style.overflowAnchor).toBe('');
  });

  test('keeps the rows in their place when the space above is too small for the new ones', () => {
    const list = new FakeList([b, c]);
    list.scroll(50, 700, 60);
    const top = list.topOf(b);
    render(list, [a, b, c], 1, 20);
    expect(list.spaceAbove).toBe(0);
    expect(list.topOf(b)).toBe(top);
  });

  test('leaves no space below the last row', () => {
    const list = new FakeList([b, c]);
    list.scroll(1000, 700, 1100);
    render(list, [b, c, d], 2, 5);
    expect(list.spaceBelow).toBe(0);
  });

  describe('when no row is left of the rendered ones', () => {
    test.each([
      ['at the beginning of the list', 0, 20, 0, 1800],
      ['around the viewport', 5, 20, 1000, 800],
      ['at the end of the list', 18, 20, 1800, 0],
    ])('places the new ones %s', (_, start, length, above, below) => {
      const list = new FakeList([a, b, d]);
      list.scroll(1000, 700, 1200);
      render(list, rowsOf(100, 300), start, length);
      expect({ above: list.spaceAbove, below: list.spaceBelow }).toEqual({ above, below });
      expect(list.isScrolled).toBe(false);
    });
  });
});

describe('correctSpace', () => {
  const rows = { start: 10, end: 12 };

  test.each([
    ['is too small', 2499, 3125],
    ['is much too large', 5001, 3125],
    ['is large enough', 2500, 2500],
    ['is somewhat too large', 5000, 5000],
  ])('when the space above %s, keeps the rows in their place', (_, above, expected) => {
    const list = new FakeList(rowsOf(300, 200));
    list.scroll(above, 700, above + 50);
    expect(correctSpace(asElement(list), rows)).toBe(expected - above);
    expect(list.spaceAbove).toBe(expected);
    expect(list.scrollTop).toBe(expected + 50);
    expect(list.isScrolled).toBe(expected !== above);
  });

  test('removes the space above the first row', () => {
    const list = new FakeList(rowsOf(300, 200));
    list.scroll(80, 700, 100);
    correctSpace(asElement(list), { start: 0, end: 2 });
    expect(list).toMatchObject({ spaceAbove: 0, scrollTop: 20 });
  });

  test('stays below the height that browsers can lay out', () => {
    const list = new FakeList(rowsOf(300, 200));
    correctSpace(asElement(list), { start: 1_000_000, end: 1_000_002 });
    expect(list.spaceAbove).toBe(8_000_000);
  });
});

/** Rows of 100 px below each other, from -250 px. */
const rowsInView = Array.from({ length: 10 }, (_, index) => ({
  getBoundingClientRect: () => ({ top: index * 100 - 250, bottom: index * 100 - 150 }),
}));

describe('firstBelow', () => {
  test.each([
    ['of which a part is in view', 0, 'bottom', 2],
    ['that begins in view', 0, 'top', 3],
    ['that begins exactly there', -50, 'top', 2],
    ['of all', -1000, 'top', 0],
    ['of none', 1000, 'bottom', 10],
  ] as const)('finds the first row %s', (_, height, edge, index) => {
    const elements = { length: 10, item: (at: number) => rowsInView[at] };
    expect(firstBelow(elements as unknown as HTMLCollection, height, edge)).toBe(index);
  });
});
