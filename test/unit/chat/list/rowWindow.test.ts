import fc from 'fast-check';
import {
  allRows,
  canExtendUp,
  headWindow,
  MAX_ROWS,
  MAX_TAIL_ROWS,
  moveDown,
  moveUp,
  type RowWindow,
  ROWS_PER_MOVE,
  tailWindow,
  type View,
  windowAfterScroll,
} from '../../../../src/chat/list/rowWindow';
import { INITIAL_ROWS } from '../../../../src/shared/constants';

describe('headWindow', () => {
  test.each([
    [0, { start: 0, end: 0 }],
    [5, { start: 0, end: 5 }],
    [1000, { start: 0, end: INITIAL_ROWS }],
  ])('has the first rows of a list of %d', (length, rows) =>
    expect(headWindow(length)).toEqual(rows),
  );
});

describe('tailWindow', () => {
  test.each([
    [0, { start: 0, end: 0 }],
    [1, { start: 0, end: 1 }],
    [INITIAL_ROWS, { start: 0, end: INITIAL_ROWS }],
    [INITIAL_ROWS + 1, { start: 1, end: INITIAL_ROWS + 1 }],
    [1000, { start: 1000 - INITIAL_ROWS, end: 1000 }],
  ])('has the last rows of a list of %d', (length, rows) =>
    expect(tailWindow(length)).toEqual(rows),
  );

  const full = { start: 1000 - MAX_TAIL_ROWS, end: 1000 };

  test.each([
    ['keeps its first row when a message arrives', 100, 101, { start: 80, end: 100 }, 80],
    ['keeps its first row when 19 messages arrive', 100, 119, { start: 80, end: 100 }, 80],
    ['keeps its first row when messages are removed', 100, 90, { start: 80, end: 100 }, 80],
    ['keeps all rows when the length stays', 100, 100, { start: 40, end: 100 }, 40],
    ['keeps the maximum of rows', 1000, 1000, full, full.start],
    ['restarts when 20 messages arrive at once', 100, 120, { start: 80, end: 100 }, 100],
    ['restarts instead of growing beyond the maximum', 1000, 1001, full, 981],
    ['restarts when the customer has scrolled up', 1000, 1001, { start: 0, end: 160 }, 981],
    ['restarts when all its rows are removed', 100, 80, { start: 80, end: 100 }, 60],
    ['is empty when all messages are removed', 100, 0, { start: 80, end: 100 }, 0],
  ])('%s', (_, before, length, rows, start) =>
    expect(tailWindow(length, rows, before)).toEqual({ start, end: length }),
  );
});

describe('canExtendUp', () => {
  test.each([
    ['is true with rows above and fewer rows than the maximum', { start: 1, end: 20 }, true],
    ['is false without rows above', { start: 0, end: 20 }, false],
    ['is false with the maximum of rows', { start: 10, end: 10 + MAX_ROWS }, false],
  ])('%s', (_, rows, expected) => expect(canExtendUp(rows)).toBe(expected));
});

describe('moveUp and moveDown', () => {
  test.each([
    ['moveUp adds rows above', moveUp, [980, 1000], [980 - ROWS_PER_MOVE, 1000]],
    ['moveUp stops at the first row', moveUp, [3, 23], [0, 23]],
    ['moveUp removes rows below beyond the maximum', moveUp, [840, 1000], [824, 984]],
    ['moveDown adds rows below', moveDown, [0, 20], [0, 20 + ROWS_PER_MOVE]],
    ['moveDown stops at the last row', moveDown, [975, 995], [975, 1000]],
    ['moveDown removes rows above beyond the maximum', moveDown, [0, MAX_ROWS], [16, 176]],
  ] as const)('%s', (_, move, [start, end], [newStart, newEnd]) =>
    expect(move({ start, end }, 1000)).toEqual({ start: newStart, end: newEnd }),
  );
});

describe('windowAfterScroll', () => {
  const rows = { start: 400, end: 560 };
  const length = 1000;
  /** A view of 500 px on rows of 50 px, with as much space as the other rows need. */
  const viewAt = (top: number): View => ({
    above: 20_000,
    rendered: 8_000,
    below: 22_000,
    top,
    height: 500,
  });

  test.each([
    ['adds rows above when the first is near', 21_999, -1, moveUp(rows)],
    ['adds rows above when space is in view', 19_900, -1, moveUp(rows)],
    ['keeps the rows when the first is far', 22_000, -1, rows],
    ['keeps the rows near the first on a scroll down', 20_000, 1, rows],
    ['adds rows below when the last is near', 25_501, 1, moveDown(rows, length)],
    ['adds rows below when space is in view', 27_900, 1, moveDown(rows, length)],
    ['keeps the rows when the last is far', 25_500, 1, rows],
    ['keeps the rows near the last on a scroll up', 27_500, -1, rows],
    ['moves to rows above that are in view', 15_000, -1, { start: 220, end: 380 }],
    ['moves to rows below that are in view', 39_000, 1, { start: 700, end: 860 }],
    ['moves to the beginning', 10, -1, { start: 0, end: 81 }],
    ['moves to the end', 49_500, 1, { start: 910, end: 1000 }],
  ])('%s', (_, top, movement, expected) =>
    expect(windowAfterScroll(rows, length, viewAt(top), movement)).toEqual(expected),
  );

  test('adds rows when the space is used up', () => {
    const view = { ...viewAt(0), above: 0, below: 0 };
    expect(windowAfterScroll(rows, length, view, -1)).toEqual(moveUp(rows));
    const atEnd = { ...view, top: 7_500 };
    expect(windowAfterScroll(rows, length, atEnd, 1)).toEqual(moveDown(rows, length));
  });

  test.each([
    ['at the first row', { start: 0, end: 160 }, -1],
    ['at the last row', { start: 840, end: 1000 }, 1],
    ['of all rows', allRows(length), 1],
  ])('returns the same window %s', (_, same, movement) => {
    const view = { above: 0, rendered: 500, below: 0, top: 0, height: 500 };
    expect(windowAfterScroll(same, length, view, movement)).toBe(same);
  });
});

describe('any moves', () => {
  const length = 1000;

  /** Moves a window until the move changes nothing. @returns every window on the way */
  function moveThrough(rows: RowWindow, move: (rows: RowWindow) => RowWindow): RowWindow[] {
    const next = move(rows);
    const isLast = next.start === rows.start && next.end === rows.end;
    return isLast ? [rows] : [rows, ...moveThrough(next, move)];
  }

  test('reach the first row upwards and the last row downwards', () => {
    expect(moveThrough(tailWindow(length), moveUp).at(-1)).toEqual({ start: 0, end: MAX_ROWS });
    expect(moveThrough(headWindow(length), (rows) => moveDown(rows, length)).at(-1)).toEqual({
      start: length - MAX_ROWS,
      end: length,
    });
  });

  test('keep the window within the list, not empty and within the maximum of rows', () => {
    const step = fc.oneof(
      fc.constantFrom('up' as const, 'down' as const, 'home' as const, 'end' as const),
      fc.integer({ min: -200, max: 200 }),
    );
    fc.assert(
      fc.property(fc.nat(500), fc.array(step, { maxLength: 40 }), (initialLength, steps) => {
        let size = initialLength;
        let rows = tailWindow(size);
        for (const one of steps) {
          if (one === 'up') rows = moveUp(rows);
          else if (one === 'down') rows = moveDown(rows, size);
          else if (one === 'home') rows = headWindow(size);
          else if (one === 'end') rows = tailWindow(size, rows, size);
          else {
            const previousSize = size;
            size = Math.max(0, size + one);
            rows = tailWindow(size, rows, previousSize);
            expect(rows.end).toBe(size);
          }
          expect(rows.start).toBeGreaterThanOrEqual(0);
          expect(rows.end).toBeLessThanOrEqual(size);
          expect(rows.end - rows.start).toBeLessThanOrEqual(MAX_ROWS);
          expect(rows.end > rows.start).toBe(size > 0);
        }
      }),
    );
  });
});
