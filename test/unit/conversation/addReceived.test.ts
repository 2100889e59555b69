import fc from 'fast-check';
import { addReceived } from '../../../src/conversation/addReceived';
import {
  isEntryOf,
  isPostedAt,
  hasSameContent,
  showPending,
  type Entry,
} from '../../../src/conversation/entries';
import type { Message } from '../../../src/conversation/message';
import { entry, incoming, own } from '../../support/builders/builders';

const USER = 7;

/** Adds one message by searching the list: slow, but simple. */
function addOne(entries: Entry[], message: Message, key: number): Entry[] {
  const isSame = (other: Entry) => isEntryOf(other, message);
  const hasContent = (other: Entry) => hasSameContent(other.message, message);
  const known =
    message.fromUserId === USER
      ? (entries.findLast(isSame) ??
        entries.findLast((other) => isPostedAt(other, message.timestamp)) ??
        entries.find((other) => other.origin === 'sent' && hasContent(other)) ??
        entries.findLast((other) => other.origin === 'pending' && hasContent(other)))
      : entries.findLast((other) => other.origin === 'history' && isSame(other));
  if (!known) return [...entries, { key, message, origin: 'live' }];
  if (known.origin === 'pending') return showPending(entries, known, key, 'live');
  return entries.map((other) => (other === known ? { ...known, origin: 'live' } : other));
}

const time = fc.constantFrom('2026-03-05T10:00:00.000Z', '2026-03-05T10:00:01.000Z', null);
const message = fc
  .record({
    fromUserId: fc.constantFrom(1, USER),
    text: fc.constantFrom('a', 'b', null),
    imageUrl: fc.constantFrom('a.png', null),
    timestamp: time,
  })
  .map((fields): Message => ({ toUserId: 1, ...fields }));
const entries = fc
  .array(
    fc.record(
      {
        key: fc.constant(0),
        message,
        origin: fc.constantFrom('pending', 'sent', 'history', 'live'),
        postedAt: time,
      },
      { requiredKeys: ['key', 'message', 'origin'] },
    ) as fc.Arbitrary<Entry>,
    { maxLength: 12 },
  )
  .map((list) => list.map((one, key) => ({ ...one, key })));

describe('addReceived', () => {
  test('adds a batch like the same messages one by one', () => {
    fc.assert(
      fc.property(entries, fc.array(message, { maxLength: 12 }), (list, batch) => {
        const expected = batch.reduce((all, one, index) => addOne(all, one, 100 + index), list);
        expect(addReceived(list, batch, USER, 100)).toEqual(expected);
      }),
      { numRuns: 500 },
    );
  });

  test('returns the list itself if nothing changes', () => {
    const list = [entry(1, own(), 'live'), entry(2, incoming(), 'live')];
    expect(addReceived(list, [own(), own()], USER, 100)).toBe(list);
    expect(addReceived(list, [], USER, 100)).toBe(list);
  });

  test('drops an echo with another text, if the echo has the time of the POST', () => {
    const list = [entry(1, own(), 'sent')].map((one) => ({
      ...one,
      postedAt: one.message.timestamp,
    }));
    expect(addReceived(list, [own({ text: '***' })], USER, 100)).toEqual([
      { ...list[0], origin: 'live' },
    ]);
  });
});
