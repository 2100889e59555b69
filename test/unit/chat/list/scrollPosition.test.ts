import { ScrollPosition } from '../../../../src/chat/list/scrollPosition';

/** A list of 1000 px in a viewport of 400 px. Smooth scrolls are recorded and move nothing. */
function createList(prefersReducedMotion = false) {
  const behaviours: (string | undefined)[] = [];
  const list = {
    scrollTop: 600,
    scrollHeight: 1000,
    clientHeight: 400,
    clientWidth: 300,
    scrollTo({ top = 0, behavior }: ScrollToOptions) {
      behaviours.push(behavior);
      if (behavior === 'instant') list.scrollTop = Math.min(top, 600);
    },
  };
  globalThis.matchMedia = () => ({ matches: prefersReducedMotion }) as MediaQueryList;
  return { list: list as HTMLElement & typeof list, behaviours };
}

/** Returns the position of a list that was filled at the time 1000. */
function filled(list: HTMLElement) {
  const position = new ScrollPosition();
  position.scrollAfterChange(list, 1000);
  return position;
}

describe('ScrollPosition', () => {
  test.each([
    ['instantly when the list is first filled', [1000], ['instant']],
    ['smoothly on a later change', [1000, 1100], ['instant', 'smooth']],
    ['instantly in a burst', [1000, 1099], ['instant', 'instant']],
  ])('follows messages %s', (_, times, expected) => {
    const { list, behaviours } = createList();
    const position = new ScrollPosition();
    for (const time of times) position.scrollAfterChange(list, time);
    expect(behaviours).toEqual(expected);
    expect(list.scrollTop).toBe(600);
  });

  test('follows messages instantly under reduced motion', () => {
    const { list, behaviours } = createList(true);
    filled(list).scrollAfterChange(list, 5000);
    expect(behaviours).toEqual(['instant', 'instant']);
  });

  test('follows messages after the customer has scrolled up', () => {
    const { list, behaviours } = createList();
    const position = filled(list);
    list.scrollTop = 100;
    position.record(list, true);
    position.scrollAfterChange(list, 2000);
    expect(behaviours).toEqual(['instant', 'smooth']);
    expect(position.followsBottom).toBe(true);
  });

  test.each([
    ['leaves the bottom when the customer scrolls up', { scrollTop: 500 }, false],
    ['stays at the bottom when content grows', { scrollHeight: 1200 }, true],
    ['stays when a higher viewport lowers scrollTop', { scrollTop: 500, clientHeight: 450 }, true],
    ['stays when a wider viewport lowers scrollTop', { scrollTop: 500, clientWidth: 350 }, true],
    ['stays while a smooth scroll moves down', { scrollTop: 610, scrollHeight: 1200 }, true],
  ])('%s', (_, change, expected) => {
    const { list, behaviours } = createList();
    const position = filled(list);
    position.record(Object.assign(list, change), true);
    expect(position.followsBottom).toBe(expected);
    position.scrollAfterResize(list);
    expect(behaviours).toHaveLength(expected ? 2 : 1);
  });

  test.each([
    ['arrives at the bottom when the last message is in view', 600, true, true],
    ['does not arrive at rows that are not the last', 600, false, false],
    ['stays away from the bottom when the customer scrolls down', 598, true, false],
  ])('%s', (_, scrollTop, isEndRendered, expected) => {
    const { list } = createList();
    const position = filled(list);
    list.scrollTop = 100;
    position.record(list, true);
    list.scrollTop = scrollTop;
    position.record(list, isEndRendered);
    expect(position.followsBottom).toBe(expected);
  });

  test('leaves the bottom when the customer scrolls up after a resize', () => {
    const { list } = createList();
    const position = filled(list);
    for (const scrollTop of [500, 499]) {
      position.record(Object.assign(list, { scrollTop, clientHeight: 450 }), true);
    }
    expect(position.followsBottom).toBe(false);
  });

  test('does not leave the bottom when the app changes scrollTop', () => {
    const { list } = createList();
    const position = filled(list);
    position.shift(-100);
    position.record(Object.assign(list, { scrollTop: 500 }), true);
    expect(position.followsBottom).toBe(true);
  });

  test.each([
    ['continues while the list moves down', 250, ['smooth']],
    ['ends at the bottom', 600, ['instant']],
    ['ends when the customer scrolls up', 150, []],
  ])('a smooth scroll %s', (_, scrollTop, stays) => {
    const { list, behaviours } = createList();
    const position = filled(list);
    list.scrollTop = 200;
    position.scrollAfterChange(list, 2000);
    position.record(Object.assign(list, { scrollTop }), true);
    position.scrollAfterResize(list);
    expect(behaviours).toEqual(['instant', 'smooth', ...stays]);
  });
});
