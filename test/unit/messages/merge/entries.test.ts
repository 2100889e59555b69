import {
  addPending,
  addSent,
  countOwnCopies,
  hasSameRows,
  visibleEntries,
} from '../../../../src/messages/merge/entries';
import { entry, incoming, own } from '../../../support/builders/builders';

const POSTED_AT = '2026-03-05T10:00:00.000Z';

describe('addPending', () => {
  test('adds an invisible entry with the time of the POST', () => {
    const entries = addPending([entry(1)], own(), 2);
    expect(entries).toEqual([
      entry(1),
      { ...entry(2, own(), 'posting'), otherTimestamp: POSTED_AT },
    ]);
    expect(visibleEntries(entries)).toEqual([entry(1)]);
  });
});

describe('addSent', () => {
  test('moves the pending entry to the end and shows it', () => {
    const posted = addPending([], own(), 2);
    expect(addSent([...posted, entry(3)], own(), 4)).toEqual([
      entry(3),
      { ...entry(4, own(), 'sent'), otherTimestamp: POSTED_AT },
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
      { ...entry(2, own(), 'sent'), otherTimestamp: POSTED_AT },
    ]);
  });
});

describe('countOwnCopies', () => {
  test('counts own messages whose texts differ only in what servers change', () => {
    const texts = ['a & b', ' a &amp; b\r\n', 'a', null];
    const list = texts.map((text, key) => entry(key, own({ text })));
    const all = [...list, entry(9, incoming({ text: 'a & b' }))];
    expect(countOwnCopies(all, 7, 'a & b')).toBe(2);
    expect(countOwnCopies(all, 7, '')).toBe(0);
    expect(countOwnCopies([entry(1, own({ text: 'nec?' }))], 7, 'necə')).toBe(1);
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
    ['a rounded time', incoming({ timestamp: '2026-03-05T10:00:59.000Z' })],
    ['a new signature', incoming({ imageUrl: 'a.png?sig=2' })],
  ])('is true with %s, which no row shows', (_, stored) => {
    const shown = { ...stored, timestamp: message.timestamp, imageUrl: stored.imageUrl && 'a.png' };
    expect(hasSameRows([entry(1, shown)], [entry(1, stored)])).toBe(true);
  });

  test.each([
    ['a row fewer', [entry(1, message)]],
    ['a row more', [...list, entry(3, message)]],
    ['another key', [entry(1, message), entry(3, message)]],
    ['another text', [entry(1, message), entry(2, incoming({ text: 'b' }))]],
    ['another image', [entry(1, message), entry(2, incoming({ imageUrl: 'b.png' }))]],
    ['another minute', [entry(1), entry(2, incoming({ timestamp: '2026-03-05T10:01:00.000Z' }))]],
    ['no time', [entry(1, message), entry(2, incoming({ timestamp: null }))]],
    ['no rows', []],
  ])('is false with %s', (_, other) => {
    expect(hasSameRows(list, other)).toBe(false);
    expect(hasSameRows(other, list)).toBe(false);
  });
});
