import { areJoined, groupByDay } from '../../../../src/chat/list/grouping';
import { entry, incoming } from '../../../support/builders/builders';

/** Groups messages with these times. @returns each day and its number of messages */
const sizes = (...timestamps: (string | null)[]) =>
  groupByDay(timestamps.map((timestamp) => ({ message: incoming({ timestamp }) }))).map(
    ({ day, items }) => [day && new Date(day).getDate(), items.length],
  );

test.each([
  [
    'begins a group for each later day, from midnight on',
    ['2026-03-04T10:00:00Z', '2026-03-04T20:00:00Z'],
    [
      [4, 1],
      [5, 1],
    ],
  ],
  [
    'begins no group for an earlier day, if two clocks differ around midnight',
    ['2026-03-05T20:00:01Z', '2026-03-05T19:59:59Z', '2026-03-05T20:00:02Z'],
    [[6, 3]],
  ],
  ['begins no group for a message without a time', ['2026-03-04T10:00:00Z', null], [[4, 2]]],
  [
    'begins a group for a message with a time after messages without one',
    [null, null, '2026-03-04T10:00:00Z'],
    [
      [null, 2],
      [4, 1],
    ],
  ],
])('groupByDay %s', (_, timestamps, groups) => expect(sizes(...timestamps)).toEqual(groups));

const FIRST = incoming({ timestamp: '2026-03-05T10:00:00Z' });

describe('areJoined', () => {
  test.each([
    ['10 minutes later', { timestamp: '2026-03-05T10:10:00Z' }, true],
    ['more than 10 minutes later', { timestamp: '2026-03-05T10:10:01Z' }, false],
    ['more than 10 minutes earlier', { timestamp: '2026-03-05T09:49:59Z' }, false],
    ['without a time', { timestamp: null }, true],
    ['of another sender', { fromUserId: 7 }, false],
    ['of emoji alone', { text: '👍' }, false],
    ['of emoji with an image', { text: '👍', imageUrl: 'a.png' }, true],
  ])('joins a message %s: %j, %s', (_, change, expected) => {
    const [first, next] = [entry(1, FIRST), entry(2, { ...FIRST, ...change })];
    expect(areJoined(first, next, null)).toBe(expected);
    expect(areJoined(next, first, null)).toBe(expected);
  });

  test('joins nothing to the first new message, and no message without a neighbour', () => {
    const [first, next] = [entry(1, FIRST), entry(2, FIRST)];
    expect(areJoined(first, next, 2)).toBe(false);
    expect(areJoined(first, next, 1)).toBe(true);
    expect(areJoined(undefined, first, null)).toBe(false);
    expect(areJoined(first, undefined, null)).toBe(false);
  });
});
