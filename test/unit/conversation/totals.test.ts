import { cannotBeDuplicates, NO_TOTALS, countTotals } from '../../../src/conversation/totals';
import { entry, incoming, own } from '../../support/builders/builders';

const EARLY = '2026-03-05T09:00:00.000Z';
const MIDDLE = '2026-03-05T10:00:00.000Z';
const LATE = '2026-03-05T11:00:00.000Z';

describe('countTotals', () => {
  test('counts incoming, pending and awaited messages, and finds the latest time', () => {
    const entries = [
      entry(1, incoming({ timestamp: LATE })),
      entry(2, incoming({ timestamp: null })),
      entry(3, own({ timestamp: EARLY }), 'pending'),
      entry(4, own({ timestamp: EARLY }), 'sent'),
      entry(5, own({ timestamp: EARLY }), 'live'),
    ];
    expect(countTotals(entries, 7)).toEqual({
      incoming: 2,
      pending: 1,
      awaitingEcho: 2,
      latest: LATE,
    });
  });

  test('includes the time of a POST', () => {
    const posted = { ...entry(1, own({ timestamp: EARLY }), 'live'), postedAt: MIDDLE };
    expect(countTotals([posted], 7).latest).toBe(MIDDLE);
  });

  test('continues from the totals of the entries before', () => {
    const entries = [entry(1), entry(2, own(), 'sent'), entry(3, own(), 'pending')];
    const before = countTotals(entries.slice(0, 1), 7);
    expect(countTotals(entries.slice(1), 7, before)).toEqual(countTotals(entries, 7));
  });
});

describe('cannotBeDuplicates', () => {
  const totals = { ...NO_TOTALS, latest: MIDDLE };

  test('is true if each message is newer than all before it', () => {
    const messages = [
      incoming({ timestamp: LATE }),
      own({ timestamp: '2026-03-05T11:00:00.001Z' }),
    ];
    expect(cannotBeDuplicates(messages, totals, 7)).toBe(true);
  });

  test.each([
    ['a message is as late as the latest', [incoming({ timestamp: MIDDLE })]],
    ['a message is earlier', [incoming({ timestamp: EARLY })]],
    [
      'two messages have the same time',
      [incoming({ timestamp: LATE }), incoming({ timestamp: LATE })],
    ],
    ['a message has no time', [incoming({ timestamp: null })]],
  ])('is false if %s', (_, messages) => {
    expect(cannotBeDuplicates(messages, totals, 7)).toBe(false);
  });

  test('is false for an own message while one awaits its echo', () => {
    const awaiting = { ...totals, awaitingEcho: 1 };
    expect(cannotBeDuplicates([own({ timestamp: LATE })], awaiting, 7)).toBe(false);
    expect(cannotBeDuplicates([incoming({ timestamp: LATE })], awaiting, 7)).toBe(true);
  });
});
