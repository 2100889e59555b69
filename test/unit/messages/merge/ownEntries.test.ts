import { addPending, addSent, endFailedPost } from '../../../../src/messages/merge/ownEntries';
import { visibleEntries } from '../../../../src/messages/merge/visibleEntries';
import type { Entry } from '../../../../src/messages/merge/entry';
import { entry, own } from '../../../support/builders/builders';

const POSTED_AT = '2026-03-05T10:00:00.000Z';

describe('addPending and addSent', () => {
  const posted = addPending([entry(1)], own(), 2);
  const sent = { ...entry(4, own(), 'sent'), otherTimestamp: POSTED_AT };

  test('add an invisible entry with the time of the POST, then show it at the end', () => {
    expect(posted).toEqual([entry(1), { ...sent, key: 2, status: 'posting' }]);
    expect(visibleEntries(posted)).toEqual([entry(1)]);
    expect(addSent([...posted, entry(3)], own(), 4)).toEqual([entry(1), entry(3), sent]);
  });

  test('add an entry if none is pending', () =>
    expect(addSent([entry(1)], own(), 4)).toEqual([entry(1), sent]));

  test.each(['sent', 'history', 'live'] as const)('change nothing if the entry is %s', (status) => {
    const entries = [entry(1, own(), status)];
    expect(addSent(entries, own(), 2)).toBe(entries);
  });
});

describe('endFailedPost', () => {
  const later = own({ timestamp: '2026-03-05T10:00:01.000Z' });
  const entries = [own(), later].reduce<Entry[]>(
    (list, message, key) => addPending(list, message, key),
    [],
  );

  test('removes the entry of a rejected POST, and no other pending entry', () =>
    expect(endFailedPost(entries, later, true)).toEqual([entries[0]]));

  test('makes the entry of another failed POST unclear', () =>
    expect(endFailedPost(entries, later, false)).toEqual([
      entries[0],
      { ...entries[1], status: 'unclear' },
    ]));
});
