/** @jest-environment <rootDir>/test/support/screens/browserEnvironment.ts */
import { isNearEnd } from '../../../src/ui/isNearEnd';

test.each([
  [true, 'a pixel above the end', 799, undefined],
  [false, 'two pixels above the end', 798, undefined],
  [true, 'a screen above the end, which is the distance', 600, 200],
  [false, 'more than the distance above the end', 599, 200],
])('isNearEnd is %p %s', (expected, _, top, distance) => {
  const list = document.createElement('div');
  Object.defineProperties(list, { scrollHeight: { value: 1_000 }, clientHeight: { value: 200 } });
  list.scrollTop = top;
  expect(isNearEnd(list, distance)).toBe(expected);
});
