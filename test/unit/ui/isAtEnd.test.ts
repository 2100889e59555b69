/** @jest-environment <rootDir>/test/support/screens/browserEnvironment.ts */
import { isAtEnd } from '../../../src/ui/isAtEnd';

test.each([
  [true, 799, undefined],
  [false, 798, undefined],
  [true, 600, 200],
  [false, 599, 200],
])('isAtEnd is %p if 200 of 1,000 px are in view from %d px (%p)', (expected, top, distance) => {
  const list = document.createElement('div');
  Object.defineProperties(list, { scrollHeight: { value: 1_000 }, clientHeight: { value: 200 } });
  list.scrollTop = top;
  expect(isAtEnd(list, distance)).toBe(expected);
});
