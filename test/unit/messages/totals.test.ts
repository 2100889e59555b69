import { areNew, NO_TOTALS, totalsOf } from '../../../src/messages/totals';
import { entry } from '../../support/entry';
import { incoming, own } from '../../support/messages';

const EARLY = '2026-03-05T09:00:00.000Z';
const MIDDLE = '2026-03-05T10:00:00.000Z';
const LATE = '2026-03-05T11:00:00.000Z';

describe('the totals', () => {
  test('count messages of others, and own ones by what they wait for', () => {
    const entries = [
      entry(1, incoming({ timestamp: LATE })),
      entry(2, incoming({ timestamp: null })),
      entry(3, own({ timestamp: EARLY }), 'unanswered'),
      entry(4, own({ timestamp: EARLY }), 'sent'),
      entry(5, own({ timestamp: EARLY }), 'live'),
    ];
    expect(totalsOf(entries, 7)).toEqual({
      incoming: 2,
      unanswered: 1,
      awaited: 2,
      latest: LATE,
    });
  });

  test('know the time that a message was posted with', () => {
    const posted = { ...entry(1, own({ timestamp: EARLY }), 'live'), postedAt: MIDDLE };
    expect(totalsOf([posted], 7).latest).toBe(MIDDLE);
  });

  test('of a list are those of its parts', () => {
    const entries = [entry(1), entry(2, own(), 'sent'), entry(3, own(), 'unanswered')];
    const before = totalsOf(entries.slice(0, 1), 7);
    expect(totalsOf(entries.slice(1), 7, before)).toEqual(totalsOf(entries, 7));
  });
});

describe('messages are new', () => {
  const totals = { ...NO_TOTALS, latest: MIDDLE };

  test('where each is later than what was before it', () => {
    const messages = [
      incoming({ timestamp: LATE }),
      own({ timestamp: '2026-03-05T11:00:00.001Z' }),
    ];
    expect(areNew(messages, totals, 7)).toBe(true);
  });

  test.each([
    ['one is as late as the latest', [incoming({ timestamp: MIDDLE })]],
    ['one is earlier', [incoming({ timestamp: EARLY })]],
    ['two share their time', [incoming({ timestamp: LATE }), incoming({ timestamp: LATE })]],
    ['one has no time', [incoming({ timestamp: null })]],
  ])('perhaps not where %s', (_, messages) => {
    expect(areNew(messages, totals, 7)).toBe(false);
  });

  test('perhaps not where one can be an echo', () => {
    const awaiting = { ...totals, awaited: 1 };
    expect(areNew([own({ timestamp: LATE })], awaiting, 7)).toBe(false);
    expect(areNew([incoming({ timestamp: LATE })], awaiting, 7)).toBe(true);
  });
});
