import {
  followMessages,
  initialPosition,
  recordScroll,
  type ScrollPosition,
  stayAtBottom,
} from '../../../../src/chat/list/scrollPosition';

/** A list of 1000 pixels in a viewport of 400. Smooth scrolls are recorded and move nothing. */
function createList(prefersReducedMotion = false) {
  const behaviours: (string | undefined)[] = [];
  const list = {
    scrollTop: 0,
    scrollHeight: 1000,
    clientHeight: 400,
    scrollTo({ top = 0, behavior }: ScrollToOptions) {
      behaviours.push(behavior);
      if (behavior === 'instant') list.scrollTop = Math.min(top, 600);
    },
  };
  globalThis.matchMedia = () => ({ matches: prefersReducedMotion }) as MediaQueryList;
  return { list: list as HTMLElement, behaviours };
}

const positionAt = (values: Partial<ScrollPosition>): ScrollPosition => ({
  ...initialPosition,
  ...values,
});

describe('followMessages', () => {
  test('scrolls instantly when the list is first filled', () => {
    const { list, behaviours } = createList();
    const position = positionAt({});
    followMessages(position, list, 5);
    expect(behaviours).toEqual(['instant']);
    expect(position).toEqual({ isAtBottom: true, isSmooth: false, lastTop: 600, changedAt: 5 });
  });

  test('scrolls smoothly on a later change, also after the user scrolled up', () => {
    const { list, behaviours } = createList();
    const position = positionAt({ isAtBottom: false, changedAt: 1000 });
    followMessages(position, list, 1100);
    expect(behaviours).toEqual(['smooth']);
    expect(position).toEqual({ isAtBottom: true, isSmooth: true, lastTop: 0, changedAt: 1100 });
  });

  test('scrolls instantly in a burst', () => {
    const { list, behaviours } = createList();
    followMessages(positionAt({ changedAt: 1000 }), list, 1099);
    expect(behaviours).toEqual(['instant']);
  });

  test('scrolls instantly under reduced motion', () => {
    const { list, behaviours } = createList(true);
    followMessages(positionAt({ changedAt: 1000 }), list, 5000);
    expect(behaviours).toEqual(['instant']);
  });
});

describe('stayAtBottom', () => {
  test('scrolls smoothly or instantly, as the last scroll did', () => {
    const { list, behaviours } = createList();
    stayAtBottom(positionAt({ isSmooth: true }), list);
    stayAtBottom(positionAt({ isSmooth: false }), list);
    expect(behaviours).toEqual(['smooth', 'instant']);
  });

  test('does nothing after the user scrolled up', () => {
    const { list, behaviours } = createList();
    stayAtBottom(positionAt({ isAtBottom: false }), list);
    expect(behaviours).toEqual([]);
  });
});

describe('recordScroll', () => {
  test.each([
    ['leaves the bottom when the user scrolls up', true, 500, false, true, false],
    ['stays at the bottom when only content grows', true, 600, false, true, true],
    ['stays at the bottom while a smooth scroll moves down', true, 610, false, true, true],
    ['stays away from the bottom when the user scrolls down', false, 610, false, true, false],
    ['arrives at the bottom when the end is in view', false, 700, true, true, true],
    ['does not arrive at the end of rows that are not the last', false, 700, true, false, false],
    ['stays at the bottom when a taller viewport lowers scrollTop', true, 500, true, true, true],
  ])('%s', (_, isAtBottom, scrollTop, isEnd, isEndRendered, expected) => {
    const position = positionAt({ isAtBottom, lastTop: 600 });
    recordScroll(position, scrollTop, isEnd, isEndRendered);
    expect(position).toMatchObject({ isAtBottom: expected, lastTop: scrollTop });
  });

  test.each([
    ['continues while the list moves down', 610, false, true],
    ['ends at the bottom', 700, true, false],
    ['ends when the user scrolls up', 500, false, false],
  ])('a smooth scroll %s', (_, scrollTop, isEnd, expected) => {
    const position = positionAt({ isSmooth: true, lastTop: 600 });
    recordScroll(position, scrollTop, isEnd, true);
    expect(position.isSmooth).toBe(expected);
  });
});
