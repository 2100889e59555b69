import { addAllReceived } from '../../../src/messages/addReceived';
import { addPosted, addSent, isSameList, shownOf, type Entry } from '../../../src/messages/entries';
import { entry } from '../../support/entry';
import { incoming, own } from '../../support/messages';

const POSTED_AT = '2026-03-05T10:00:00.000Z';
const STAMPED_AT = '2026-03-05T10:07:00.000Z';
const LATER = '2026-03-05T11:00:00.000Z';

const receive = (entries: Entry[], message = incoming()) =>
  addAllReceived(entries, [message], 7, 99);

describe('a live message of another', () => {
  test('is a row of its own, of which no other copy is to come', () => {
    const entries = [entry(1)];
    expect(receive(entries, incoming({ text: 'b' }))).toEqual([
      entry(1),
      entry(99, incoming({ text: 'b' }), 'live'),
    ]);
  });

  test('that the history has brought already is that row, and only that', () => {
    const entries = [entry(1), entry(2, incoming({ text: 'b' })), entry(3)];
    const received = receive(entries);
    expect(received).toEqual([
      entry(1),
      entry(2, incoming({ text: 'b' })),
      entry(3, incoming(), 'live'),
    ]);
    expect(received[0]).toBe(entries[0]);
  });

  test('that has come live already is another one', () => {
    expect(receive([entry(1, incoming(), 'live')])).toHaveLength(2);
  });

  test('that says the same at another time is another one', () => {
    expect(receive([entry(1)], incoming({ timestamp: LATER }))).toHaveLength(2);
  });
});

describe('an own message from the hub', () => {
  test('is the row that the POST has made, whose copy has come then', () => {
    const entries = [entry(1), entry(2, own(), 'sent')];
    expect(receive(entries, own())).toEqual([entry(1), entry(2, own(), 'live')]);
  });

  test('changes nothing where it stands already', () => {
    const entries = [entry(1, own(), 'live')];
    expect(receive(entries, own())).toBe(entries);
  });

  test('is known by the time that its POST carried, where the history has another', () => {
    const row = { ...entry(1, own({ timestamp: STAMPED_AT })), postedAt: POSTED_AT };
    expect(receive([row], own({ timestamp: POSTED_AT }))).toEqual([{ ...row, origin: 'live' }]);
  });

  test.each([
    ['another time', own({ timestamp: LATER })],
    ['another text at the same time', own({ text: 'b' })],
  ])('with %s is another one', (_, message) => {
    const row = { ...entry(1, own({ timestamp: STAMPED_AT })), postedAt: POSTED_AT };
    expect(receive([row], message)).toEqual([row, entry(99, message, 'live')]);
  });

  test('under the server’s time is the first row that waits for an echo of the same text', () => {
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

  test('shows the last POST of the same text that has no answer, as a new row at the end', () => {
    const entries = [
      entry(1, own(), 'unanswered'),
      entry(2, own(), 'unanswered'),
      entry(3, own({ text: 'b' }), 'unanswered'),
      entry(4),
    ];
    expect(receive(entries, own({ timestamp: STAMPED_AT }))).toEqual([
      entry(1, own(), 'unanswered'),
      entry(3, own({ text: 'b' }), 'unanswered'),
      entry(4),
      entry(99, own(), 'live'),
    ]);
  });

  test('takes no row that the history brought, and none of another text', () => {
    const entries = [entry(1, own()), entry(2, own({ text: 'b' }), 'unanswered')];
    const echo = own({ timestamp: LATER });
    expect(receive(entries, echo)).toEqual([...entries, entry(99, echo, 'live')]);
  });
});

describe('a message that is posted', () => {
  test('is remembered with the time that it carries, and not shown', () => {
    const entries = addPosted([entry(1)], own(), 2);
    expect(entries).toEqual([entry(1), { ...entry(2, own(), 'unanswered'), postedAt: POSTED_AT }]);
    expect(shownOf(entries)).toEqual([entry(1)]);
  });

  test('is a row at the end once it is answered', () => {
    const posted = addPosted([], own(), 2);
    expect(addSent([...posted, entry(3)], own(), 4)).toEqual([
      entry(3),
      { ...entry(4, own(), 'sent'), postedAt: POSTED_AT },
    ]);
  });

  test.each(['sent', 'history', 'live'] as const)('changes nothing where it is %s', (origin) => {
    const entries = [entry(1, own(), origin)];
    expect(addSent(entries, own(), 2)).toBe(entries);
  });

  test('is a row also where nothing was remembered of it', () => {
    expect(addSent([entry(1)], own(), 2)).toEqual([
      entry(1),
      { ...entry(2, own(), 'sent'), postedAt: POSTED_AT },
    ]);
  });
});

describe('two lists are the same', () => {
  const a = incoming();
  const list = [entry(1, a), entry(2, a)];

  test('where they have the same messages under the same keys, whatever is known of these', () => {
    expect(isSameList(list, [entry(1, a, 'live'), entry(2, a)])).toBe(true);
    expect(isSameList([], [])).toBe(true);
  });

  test.each([
    ['a row fewer', [entry(1, a)]],
    ['a row more', [...list, entry(3, a)]],
    ['another key', [entry(1, a), entry(3, a)]],
    ['another message', [entry(1, a), entry(2)]],
    ['nothing', []],
  ])('not with %s', (_, other) => {
    expect(isSameList(list, other)).toBe(false);
    expect(isSameList(other, list)).toBe(false);
  });
});
