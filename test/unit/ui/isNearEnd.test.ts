/** @jest-environment <rootDir>/test/support/screens/browserEnvironment.ts */
import { isNearEnd } from '../../../src/ui/isNearEnd';

test.each([
  [true, 'a pixel above the end', -1, undefined],
  [false, 'two pixels above the end', -2, undefined],
  [true, 'a screen above the end, which is the distance', -200, 200],
  [false, 'more than the distance above the end', -201, 200],
])('isNearEnd is %p %s', (expected, _, top, distance) => {
  const list = document.createElement('div');
  list.scrollTop = top;
  expect(isNearEnd(list, distance)).toBe(expected);
});
