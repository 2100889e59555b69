import { groupByDay } from '../../../../src/chat/list/grouping';
import { incoming } from '../../../support/builders/builders';

/** Groups messages with these times. @returns the number of messages of each day */
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
    'begins no group for an earlier day, which two clocks around midnight can cause',
    ['2026-03-05T20:00:01Z', '2026-03-05T19:59:59Z', '2026-03-05T20:00:02Z'],
    [[6, 3]],
  ],
  ['begins no group for a message without a time', ['2026-03-04T10:00:00Z', null], [[4, 2]]],
  [
    'begins a group for a day after messages without a time',
    [null, null, '2026-03-04T10:00:00Z'],
    [
      [null, 2],
      [4, 1],
    ],
  ],
])('groupByDay %s', (_, timestamps, groups) => expect(sizes(...timestamps)).toEqual(groups));
