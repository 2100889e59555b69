import fc from 'fast-check';
import { parseLastItems } from '../../../src/api/parseLastItems';

const items = [{ a: 1 }, { a: 2, b: [] }, { a: 3 }];

describe('parseLastItems', () => {
  test.each([1, 2])('returns the last %i of three items', (count) => {
    expect(parseLastItems(JSON.stringify(items), count)).toEqual(items.slice(-count));
  });

  test.each([
    ['all items are requested', JSON.stringify(items), 3],
    ['more items are requested', JSON.stringify(items), 4],
    ['the array is empty', '[]', 1],
    ['the JSON is not an array', '{}', 1],
    ['the JSON is cut off', JSON.stringify(items).slice(0, -1), 1],
    ['the JSON is indented', JSON.stringify(items, null, 2), 1],
  ])('returns undefined if %s', (_, json, count) => {
    expect(parseLastItems(json, count)).toBeUndefined();
  });

  test('returns the last items or undefined when strings and nested objects look like boundaries', () => {
    const text = fc
      .array(fc.constantFrom('},{', '}', '{', ',', '"', '\\', '[', ']', ':', 'a', '1', ' '))
      .map((parts) => parts.join(''));
    const item = fc.record({
      text,
      more: fc.oneof(text, fc.array(fc.record({ text }))),
      [',']: text,
    });
    let found = 0;
    fc.assert(
      fc.property(
        fc.array(item, { maxLength: 5 }),
        fc.integer({ min: 1, max: 5 }),
        (all, count) => {
          const last = parseLastItems(JSON.stringify(all), count);
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
});
