import { addReceived } from '../../../../src/messages/merge/addReceived';
import type { Entry } from '../../../../src/messages/merge/entry';
import { entry, incoming, own } from '../../../support/builders/builders';

const POSTED_AT = '2026-03-05T10:00:00.000Z';
const STAMPED_AT = '2026-03-05T10:07:00.000Z';
const LATER = '2026-03-05T11:00:00.000Z';
const OVER_10_S = { timestamp: '2026-03-05T10:00:10.001Z' };
const ROUNDED = { timestamp: '2026-03-05T10:00:01.000Z' };

const receive = (entries: Entry[], message = incoming()) => addReceived(entries, [message], 7);

describe('addReceived', () => {
  test('returns the list itself if nothing changes', () => {
    const list = [entry(1, own(), 'live'), entry(2, incoming(), 'live')];
    expect(addReceived(list, [own(), own(), incoming()], 7)).toBe(list);
    expect(addReceived(list, [], 7)).toBe(list);
  });

  test('drops an echo with another text, if the echo has the time of the POST', () => {
    const row = { ...entry(1, own(), 'sent'), postedAt: POSTED_AT };
    expect(receive([row], own({ text: '***' }))).toEqual([{ ...row, status: 'live' }]);
  });
});

describe('addReceived, with messages of an operator', () => {
  test('adds them in order of arrival, whatever their times are', () => {
    const batch = [LATER, POSTED_AT, null].map((timestamp) => incoming({ text: 'b', timestamp }));
    expect(addReceived([entry(1)], batch, 7)).toEqual([
      entry(1),
      ...batch.map((one, index) => entry(2 + index, one, 'live')),
    ]);
  });

  test('turns the oldest equal history entry into a live entry', () => {
    const entries = [entry(1), entry(2, incoming({ text: 'b' })), entry(3)];
    const received = receive(entries);
    expect(received).toEqual([entry(1, incoming(), 'live'), ...entries.slice(1)]);
    expect(received[2]).toBe(entries[2]);
  });

  test('finds a message between 999 newer and 1,998 older ones', () => {
    const others = Array.from({ length: 999 }, (_, key) =>
      entry(key, incoming({ text: `${key}` })),
    );
    const received = receive([...others, ...others, entry(1000), ...others]);
    expect(received.at(-1000)).toEqual(entry(1000, incoming(), 'live'));
  });

  test.each(['2026-03-05T09:59:50.000Z', '2026-03-05T10:00:10.000Z'])(
    'keeps one row for a message whose time in the history is 10 s away: %s',
    (timestamp) =>
      expect(receive([entry(1, incoming({ timestamp }))])).toEqual([
        { ...entry(1, incoming({ timestamp }), 'live'), hubTime: POSTED_AT },
      ]),
  );

  test('keeps one row if the hub delivers a message of the history several times', () => {
    expect(receive(receive(receive([entry(1, incoming(ROUNDED))])))).toHaveLength(1);
  });

  test.each([
    ['the equal text has another time', entry(1, incoming({ timestamp: LATER }))],
    ['the equal text of the history is 10 s and a millisecond away', entry(1, incoming(OVER_10_S))],
    ['the equal live text is a second away', entry(1, incoming(ROUNDED), 'live')],
    ['the text of the history is another', entry(1, incoming({ text: 'Salam <ad>' }))],
  ])('adds an entry if %s', (_, known) =>
    expect(receive([known])).toEqual([known, entry(2, incoming(), 'live')]),
  );

  test.each([
    ['neither the message nor the entry has', null, null],
    ['the message lacks', POSTED_AT, null],
    ['the entry lacks', null, POSTED_AT],
  ])('adds an entry beside an equal one if %s a usable time', (_, stored, timestamp) => {
    for (const status of ['history', 'live'] as const) {
      const known = entry(1, incoming({ timestamp: stored }), status);
      expect(receive([known], incoming({ timestamp }))).toHaveLength(2);
    }
  });

  test('matches two equal messages to two entries of the history', () => {
    const rounded = ['2026-03-05T10:00:01.000Z', '2026-03-05T10:00:02.000Z'];
    const entries = rounded.map((timestamp, index) => entry(index, incoming({ timestamp })));
    const live = ['2026-03-05T10:00:01.003Z', '2026-03-05T10:00:02.003Z'];
    const batch = live.map((timestamp) => incoming({ timestamp }));
    expect(addReceived(entries, batch, 7)).toHaveLength(2);
  });
});

describe('addReceived, with an own message', () => {
  test('turns the entry of the accepted POST into a live entry', () => {
    const entries = [entry(1), entry(2, own(), 'sent')];
    expect(receive(entries, own())).toEqual([entry(1), entry(2, own(), 'live')]);
  });

  test('matches an entry by the time of its POST, if the history has another time', () => {
    const row = { ...entry(1, own({ timestamp: STAMPED_AT })), postedAt: POSTED_AT };
    expect(receive([row], own({ timestamp: POSTED_AT }))).toEqual([
      { ...row, status: 'live', hubTime: POSTED_AT },
    ]);
  });

  test('matches the oldest entry that awaits an echo of this text, if the provider has re-stamped it', () => {
    const entries = [
      entry(1, own(), 'live'),
      entry(2, own({ text: 'b' }), 'sent'),
      entry(3, own(), 'sent'),
      entry(4, own(), 'sent'),
    ];
    const received = receive(entries, own({ timestamp: STAMPED_AT }));
    expect(received.map(({ status }) => status)).toEqual(['live', 'sent', 'live', 'sent']);
  });

  test('shows the latest pending entry of this text as a new row at the end', () => {
    const entries = [
      entry(1, own(), 'posting'),
      entry(2, own(), 'posting'),
      entry(3, own({ text: 'b' }), 'posting'),
      entry(4),
    ];
    expect(receive(entries, own({ timestamp: STAMPED_AT }))).toEqual([
      entry(1, own(), 'posting'),
      entry(3, own({ text: 'b' }), 'posting'),
      entry(4),
      { ...entry(2, own(), 'live'), hubTime: STAMPED_AT },
    ]);
  });

  test('shows the pending entry of this text whose time the provider has rounded', () => {
    const later = entry(2, own({ timestamp: LATER }), 'unclear');
    expect(receive([entry(1, own(), 'unclear'), later], own(ROUNDED))).toEqual([
      later,
      { ...entry(1, own(), 'live'), hubTime: ROUNDED.timestamp },
    ]);
  });

  test('matches a message of another device to a history entry whose time is rounded', () => {
    const rounded = entry(1, own(ROUNDED));
    expect(receive([rounded], own())).toEqual([{ ...rounded, status: 'live', hubTime: POSTED_AT }]);
  });

  test('keeps one row if the hub delivers a message of another device with two times', () => {
    const live = [entry(1, own(), 'live')];
    expect(receive(live, own(ROUNDED))).toBe(live);
  });

  test('adds two equal messages of two tabs, of which one was sent in this list', () => {
    const later = own({ timestamp: '2026-03-05T10:00:03.000Z' });
    const known = { ...entry(1, own(), 'live'), postedAt: STAMPED_AT };
    expect(receive([known], later)).toEqual([known, entry(2, later, 'live')]);
  });

  test('matches neither a history entry with another time nor an entry with another text', () => {
    const entries = [entry(1, own()), entry(2, own({ text: 'b' }), 'posting')];
    const echo = own({ timestamp: LATER });
    expect(receive(entries, echo)).toEqual([...entries, entry(3, echo, 'live')]);
  });
});
