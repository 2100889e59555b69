import fc from 'fast-check';
import { lastOf } from '../../../src/provider/lastOf';

const list = [{ a: 1 }, { a: 2, b: [] }, { a: 3 }];

test.each([1, 2])('the last %i of three', (count) => {
  expect(lastOf(JSON.stringify(list), count)).toEqual(list.slice(-count));
});

test.each([
  ['as many as there are', JSON.stringify(list), 3],
  ['more than there are', JSON.stringify(list), 4],
  ['of none', '[]', 1],
  ['of no array', '{}', 1],
  ['of what is cut off', JSON.stringify(list).slice(0, -1), 1],
  ['of what is laid out', JSON.stringify(list, null, 2), 1],
])('not %s', (_, json, count) => {
  expect(lastOf(json, count)).toBeUndefined();
});

test('what looks like the border of two elements, and is in one, leads to nothing wrong', () => {
  const text = fc
    .array(fc.constantFrom('},{', '}', '{', ',', '"', '\\', '[', ']', ':', 'a', '1', ' '))
    .map((parts) => parts.join(''));
  const element = fc.record({
    text,
    more: fc.oneof(text, fc.array(fc.record({ text }))),
    [',']: text,
  });
  let found = 0;
  fc.assert(
    fc.property(
      fc.array(element, { maxLength: 5 }),
      fc.integer({ min: 1, max: 5 }),
      (all, count) => {
        const last = lastOf(JSON.stringify(all), count);
        if (!last) return;
        found += 1;
        expect(last.length).toBeLessThanOrEqual(count);
        expect(last).toEqual(all.slice(all.length - last.length));
      },
    ),
    { numRuns: 5000 },
  );
  expect(found).toBeGreaterThan(500);
});
