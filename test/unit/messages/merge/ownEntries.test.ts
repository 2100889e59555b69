import { type PostStage, updatePost } from '../../../../src/messages/merge/ownEntries';
import type { Entry } from '../../../../src/messages/merge/entry';
import type { Message } from '../../../../src/contract/message';
import { addReceived } from '../../../../src/messages/merge/addReceived';
import { entry, incoming, own } from '../../../support/builders/builders';

const POSTED_AT = '2026-03-05T10:00:00.000Z';
const STAMPED_AT = '2026-03-05T10:07:00.000Z';
const LATER = '2026-03-05T11:00:00.000Z';

const posted = (key: number, status: Entry['status'], message = own()) => ({
  ...entry(key, message, status),
  postedAt: message.timestamp,
});

describe('updatePost', () => {
  const pending = posted(2, 'posting');
  const later = posted(3, 'posting', own({ timestamp: LATER }));

  test('adds an invisible entry when the POST begins, and shows it at the end when accepted', () => {
    const entries = updatePost([entry(1)], own(), 'posting');
    expect(entries).toEqual([entry(1), pending]);
    expect(updatePost([...entries, entry(3)], own(), 'accepted')).toEqual([
      entry(1),
      entry(3),
      { ...pending, status: 'sent', isAccepted: true },
    ]);
  });

  test.each(['sent', 'history', 'live'] as const)('adds no row if the entry is %s', (status) =>
    expect(updatePost([posted(1, status)], own(), 'accepted')).toHaveLength(1),
  );

  test('removes the entry of a rejected POST, and no other pending entry', () =>
    expect(updatePost([pending, later], later.message, 'rejected')).toEqual([pending]));

  test('makes the entry of another failed POST unclear', () =>
    expect(updatePost([pending, later], own(), 'unclear')).toEqual([
      { ...pending, status: 'unclear' },
      later,
    ]));

  test('swaps entries with an equal POST that got the echo, unless that was accepted too', () => {
    const taken = { ...posted(3, 'live', own({ timestamp: LATER })), hubTime: STAMPED_AT };
    const [row, other] = updatePost([pending, taken], own(), 'accepted');
    expect(row).toMatchObject({ status: 'posting', postedAt: LATER });
    expect(other).toMatchObject({ key: 3, status: 'live', postedAt: POSTED_AT });
    const accepted = { ...taken, isAccepted: true };
    expect(updatePost([pending, accepted], own(), 'accepted')).toMatchObject([
      accepted,
      { key: 2, status: 'sent', postedAt: POSTED_AT },
    ]);
  });
});

describe('updatePost, of another tab', () => {
  const update = (entries: Entry[], stage: PostStage, message: Message = own()) =>
    updatePost(entries, message, stage);
  const stamped = (text = 'Salam') => own({ text, timestamp: STAMPED_AT });

  test('adds one row, in whatever order and however often the reports arrive', () => {
    const echo = (entries: Entry[]) => addReceived(entries, [stamped()], 7);
    const begin = (entries: Entry[]) => update(entries, 'posting');
    const end = (entries: Entry[]) => update(entries, 'accepted');
    for (const news of [
      [begin, echo, end],
      [begin, end, echo],
      [begin, begin, echo, end, end],
      [end, echo],
      [echo, end],
      [end, begin, echo],
    ]) {
      const entries = news.reduce((list, apply) => apply(list), [entry(1)]);
      expect(entries).toHaveLength(2);
      // Another POST of the same text, whose beginning was not reported.
      expect(update(entries, 'accepted', own({ timestamp: LATER }))).toHaveLength(3);
    }
  });

  test.each([
    ['an echo', [entry(1, stamped(), 'live')]],
    ['an echo in front of an answer', [entry(1, stamped(), 'live'), entry(2)]],
    ['a history in front of an answer', [entry(1, stamped()), entry(2)]],
  ])('adds no row after %s', (_, entries) =>
    expect(update(entries, 'accepted')).toHaveLength(entries.length),
  );

  test('matches an equal message to one POST only', () => {
    const known = update([entry(1, stamped(), 'live')], 'accepted');
    expect(update(known, 'accepted', own({ timestamp: LATER }))).toHaveLength(2);
  });

  test.each(['unclear', 'rejected'] as const)('ignores the end of an unknown POST: %s', (stage) => {
    const entries = [entry(1, incoming())];
    expect(update(entries, stage)).toEqual(entries);
  });
});
