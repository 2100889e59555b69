import { addReceived } from '../../../src/conversation/addReceived';
import {
  addPending,
  addSent,
  addSentElsewhere,
  hasSameRows,
  visibleEntries,
  type Entry,
} from '../../../src/conversation/entries';
import { entry, incoming, own } from '../../support/builders/builders';

const POSTED_AT = '2026-03-05T10:00:00.000Z';
const STAMPED_AT = '2026-03-05T10:07:00.000Z';
const LATER = '2026-03-05T11:00:00.000Z';

const receive = (entries: Entry[], message = incoming()) => addReceived(entries, [message], 7, 99);

describe('addReceived, with an incoming message', () => {
  test('adds a live entry', () => {
    const entries = [entry(1)];
    expect(receive(entries, incoming({ text: 'b' }))).toEqual([
      entry(1),
      entry(99, incoming({ text: 'b' }), 'live'),
    ]);
  });

  test('turns the latest equal history entry into a live entry', () => {
    const entries = [entry(1), entry(2, incoming({ text: 'b' })), entry(3)];
    const received = receive(entries);
    expect(received).toEqual([
      entry(1),
      entry(2, incoming({ text: 'b' })),
      entry(3, incoming(), 'live'),
    ]);
    expect(received[0]).toBe(entries[0]);
  });

  test('adds an entry if the equal one is live', () => {
    expect(receive([entry(1, incoming(), 'live')])).toHaveLength(2);
  });

  test('adds an entry if the equal text has another time', () => {
    expect(receive([entry(1)], incoming({ timestamp: LATER }))).toHaveLength(2);
  });
});

describe('addReceived, with an own message', () => {
  test('turns the entry of the accepted POST into a live entry', () => {
    const entries = [entry(1), entry(2, own(), 'sent')];
    expect(receive(entries, own())).toEqual([entry(1), entry(2, own(), 'live')]);
  });

  test('changes nothing if the entry is live', () => {
    const entries = [entry(1, own(), 'live')];
    expect(receive(entries, own())).toBe(entries);
  });

  test('matches an entry by the time of its POST, if the history has another time', () => {
    const row = { ...entry(1, own({ timestamp: STAMPED_AT })), postedAt: POSTED_AT };
    expect(receive([row], own({ timestamp: POSTED_AT }))).toEqual([{ ...row, origin: 'live' }]);
  });

  test('adds an entry if the message has another time', () => {
    const row = { ...entry(1, own({ timestamp: STAMPED_AT })), postedAt: POSTED_AT };
    const message = own({ timestamp: LATER });
    expect(receive([row], message)).toEqual([row, entry(99, message, 'live')]);
  });

  test('matches the oldest entry that awaits an echo of this text, if the provider has re-stamped it', () => {
    const entries = [
      entry(1, own(), 'live'),
      entry(2, own({ text: 'b' }), 'sent'),
      entry(3, own(), 'sent'),
      entry(4, own(), 'sent'),
    ];
    const received = receive(entries, own({ timestamp: STAMPED_AT }));
    expect(received.map(({ key, origin }) => [key, origin])).toEqual([
      [1, 'live'],
      [2, 'sent'],
      [3, 'live'],
      [4, 'sent'],
    ]);
  });

  test('shows the latest pending entry of this text as a new row at the end', () => {
    const entries = [
      entry(1, own(), 'pending'),
      entry(2, own(), 'pending'),
      entry(3, own({ text: 'b' }), 'pending'),
      entry(4),
    ];
    expect(receive(entries, own({ timestamp: STAMPED_AT }))).toEqual([
      entry(1, own(), 'pending'),
      entry(3, own({ text: 'b' }), 'pending'),
      entry(4),
      entry(99, own(), 'live'),
    ]);
  });

  test('matches neither a history entry with another time nor an entry with another text', () => {
    const entries = [entry(1, own()), entry(2, own({ text: 'b' }), 'pending')];
    const echo = own({ timestamp: LATER });
    expect(receive(entries, echo)).toEqual([...entries, entry(99, echo, 'live')]);
  });
});

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
    expect(add([entry(1)])).toMatchObject([{ key: 1 }, { key: 8, origin: 'sent', message: sent }]);
    expect(receiveEcho(add([]))).toMatchObject([{ key: 8, origin: 'live' }]);
  });

  test('adds nothing if the echo came first, even with another time', () => {
    expect(add(receiveEcho([]))).toMatchObject([{ key: 9, message: echo }]);
    expect(add(add([]))).toHaveLength(1);
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
    (origin) => {
      const entries = [entry(1, own(), origin)];
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
