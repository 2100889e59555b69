import { addReceived } from '../../../../src/messages/merge/addReceived';
import {
  addPending,
  addSent,
  addSentElsewhere,
  countOwnCopies,
  countTotals,
  hasSameRows,
  visibleEntries,
  type Entry,
} from '../../../../src/messages/merge/entries';
import { entry, incoming, own } from '../../../support/builders/builders';

const POSTED_AT = '2026-03-05T10:00:00.000Z';
const STAMPED_AT = '2026-03-05T10:07:00.000Z';
const LATER = '2026-03-05T11:00:00.000Z';

describe('addPending', () => {
  test('adds an invisible entry with the time of the POST', () => {
    const entries = addPending([entry(1)], own(), 2);
    expect(entries).toEqual([entry(1), { ...entry(2, own(), 'pending'), postedAt: POSTED_AT }]);
    expect(visibleEntries(entries)).toEqual([entry(1)]);
  });
});

describe('addSentElsewhere', () => {
  const sent = own({ timestamp: POSTED_AT });
  const echo = own({ timestamp: STAMPED_AT });
  const receiveEcho = (entries: Entry[]) => addReceived(entries, [echo], 7, 9);
  const add = (entries: Entry[], key = 8) => addSentElsewhere(entries, sent, key);

  test('adds a sent entry that an echo does not duplicate', () => {
    expect(add([entry(1)])).toMatchObject([{ key: 1 }, { key: 8, status: 'sent', message: sent }]);
    expect(receiveEcho(add([]))).toMatchObject([{ key: 8, status: 'live' }]);
  });

  test('adds nothing if the echo came first, even with another time', () => {
    const other = entry(1);
    expect(add(receiveEcho([other]))).toMatchObject([other, { key: 9, message: echo }]);
    expect(add(add([]))).toHaveLength(1);
  });

  test('changes nothing if the list has the message and an equal one', () => {
    const entries = receiveEcho([entry(1, sent, 'live')]);
    expect(add(entries)).toBe(entries);
  });

  test('adds two equal messages that were sent on purpose', () => {
    const second = { ...sent, timestamp: LATER };
    const both = addSentElsewhere(add(receiveEcho([])), second, 10);
    expect(both.map(({ key }) => key)).toEqual([9, 10]);
  });
});

describe('addSent', () => {
  test('moves the pending entry to the end and shows it', () => {
    const posted = addPending([], own(), 2);
    expect(addSent([...posted, entry(3)], own(), 4)).toEqual([
      entry(3),
      { ...entry(4, own(), 'sent'), postedAt: POSTED_AT },
    ]);
  });

  test.each(['sent', 'history', 'live'] as const)(
    'changes nothing if the entry is %s',
    (status) => {
      const entries = [entry(1, own(), status)];
      expect(addSent(entries, own(), 2)).toBe(entries);
    },
  );

  test('adds an entry if none is pending', () => {
    expect(addSent([entry(1)], own(), 2)).toEqual([
      entry(1),
      { ...entry(2, own(), 'sent'), postedAt: POSTED_AT },
    ]);
  });
});

describe('countTotals', () => {
  test('counts the incoming and the pending messages', () => {
    const entries = [
      entry(1),
      entry(2, incoming(), 'live'),
      entry(3, own(), 'pending'),
      entry(4, own(), 'sent'),
    ];
    expect(countTotals(entries, 7)).toEqual({ incoming: 2, pending: 1 });
  });
});

describe('countOwnCopies', () => {
  test('counts own messages whose texts differ only in what servers change', () => {
    const texts = ['a & b', ' a &amp; b\r\n', 'a', null];
    const list = texts.map((text, key) => entry(key, own({ text })));
    const all = [...list, entry(9, incoming({ text: 'a & b' }))];
    expect(countOwnCopies(all, 7, 'a & b')).toBe(2);
    expect(countOwnCopies(all, 7, '')).toBe(0);
  });
});

describe('hasSameRows', () => {
  const message = incoming();
  const list = [entry(1, message), entry(2, message)];

  test('is true for the same messages with the same keys, whatever their origins are', () => {
    expect(hasSameRows(list, [entry(1, message, 'live'), entry(2, message)])).toBe(true);
    expect(hasSameRows([], [])).toBe(true);
  });

  test.each([
    ['a row fewer', [entry(1, message)]],
    ['a row more', [...list, entry(3, message)]],
    ['another key', [entry(1, message), entry(3, message)]],
    ['another message', [entry(1, message), entry(2)]],
    ['no rows', []],
  ])('is false with %s', (_, other) => {
    expect(hasSameRows(list, other)).toBe(false);
    expect(hasSameRows(other, list)).toBe(false);
  });
});
