import type { Message } from '../../../src/conversation/message';
import type { Entry } from '../../../src/conversation/entries';
import { mergeHistory } from '../../../src/conversation/mergeHistory';
import { incoming, own } from '../../support/builders/messages';
import { createReadCounter } from '../../support/fakes/readCounter';

const START = Date.parse('2026-03-05T10:00:00.000Z');
const after = (milliseconds: number) => new Date(START + milliseconds).toISOString();

const entry = (
  key: number,
  message: Message = incoming(),
  origin: Entry['origin'] = 'live',
): Entry => ({ key, message, origin });
const a = (milliseconds = 0) => incoming({ timestamp: after(milliseconds) });
const b = incoming({ text: 'b' });
const mine = (milliseconds = 0) => own({ timestamp: after(milliseconds) });

const NEXT_KEY = 100;
const merge = (entries: Entry[], history: Message[], since = 0) =>
  mergeHistory(entries, since, history, 7, NEXT_KEY);
const keys = (entries: Entry[]) => entries.map(({ key }) => key);

describe('mergeHistory', () => {
  test('returns the history if the list is empty', () => {
    expect(merge([], [a(), b])).toEqual([
      entry(NEXT_KEY, a(), 'history'),
      entry(NEXT_KEY + 1, b, 'history'),
    ]);
  });

  test('returns the same list if nothing is new', () => {
    const entries = [entry(1, a()), entry(2, b), entry(3, mine())];
    expect(merge(entries, [a(), b, mine()])).toBe(entries);
  });

  test('keeps the order of the history', () => {
    expect(keys(merge([entry(1, a()), entry(2, b)], [b, a()]))).toEqual([2, 1]);
  });

  test('removes messages the server no longer has', () => {
    expect(keys(merge([entry(1, a()), entry(2, b)], [a()], 50))).toEqual([1]);
  });

  test('puts the history before messages that have arrived since the request began', () => {
    const entries = [entry(1, a()), entry(50, incoming({ text: 'since' }))];
    expect(keys(merge(entries, [a(), b], 50))).toEqual([1, NEXT_KEY + 1, 50]);
  });
});

describe('mergeHistory, with one timestamp for all messages', () => {
  test('compares the messages of a history in another order a linear number of times', () => {
    const readsOf = (size: number) => {
      const { counted, reads } = createReadCounter();
      const history = Array.from({ length: size }, (_, index) =>
        counted(incoming({ text: String(index) })),
      );
      const entries = history.map((message, key) => entry(key, message));
      expect(keys(merge(entries, history.toReversed()))).toEqual(keys(entries).reverse());
      return reads() / size;
    };
    expect(readsOf(1_000)).toBeLessThan(readsOf(500) * 1.1);
  });
});

describe('mergeHistory, with identical messages', () => {
  test('keeps every copy of identical messages', () => {
    expect(keys(merge([entry(1, a()), entry(2, a())], [b, a(), a(), a()]))).toEqual([
      NEXT_KEY,
      1,
      2,
      NEXT_KEY + 3,
    ]);
  });

  test('keeps an unmatched copy as a later message', () => {
    expect(keys(merge([entry(1, a()), entry(2, a())], [a()]))).toEqual([1, 2]);
    expect(keys(merge([entry(1, b), entry(2, a()), entry(3, a())], [a()]))).toEqual([2, 1, 3]);
  });

  test('matches the entry with the identical time first', () => {
    const entries = [entry(1, mine(), 'sent'), entry(2, mine(5), 'sent')];
    expect(keys(merge(entries, [mine(5)]))).toEqual([2, 1]);
  });
});

describe('mergeHistory, with a re-stamped message', () => {
  test.each([
    ['the same time', 0, [1]],
    ['10 s later', 10_000, [1]],
    ['10 s earlier', -10_000, [1]],
    ['over 10 s later', 10_001, [NEXT_KEY, 1]],
    ['over 10 s earlier', -10_001, [NEXT_KEY, 1]],
  ])('matches an operator’s message up to 10 s away: %s', (_, difference, expected) => {
    const merged = merge([entry(1, a())], [a(difference)]);
    expect(keys(merged)).toEqual(expected);
    expect(merged[0]?.message).toEqual(a(difference));
  });

  test.each([10_001, -3_600_000])('matches an own message %d ms away', (difference) => {
    expect(keys(merge([entry(1, mine())], [mine(difference)]))).toEqual([1]);
  });

  test.each([
    ['in the list', incoming({ timestamp: null }), a()],
    ['in the history', a(), incoming({ timestamp: null })],
  ])('matches a message without a time %s', (_, known, stored) => {
    expect(keys(merge([entry(1, known)], [stored]))).toEqual([1]);
  });

  test('matches the first entry within the tolerance', () => {
    const entries = [entry(1, a(-60_000)), entry(2, a(1)), entry(3, a(2))];
    expect(keys(merge(entries, [a(3)]))).toEqual([2, 1, 3]);
  });

  test('matches a confirmed send before an unconfirmed one', () => {
    const entries = [entry(1, mine(), 'pending'), entry(2, mine(5), 'sent')];
    expect(keys(merge(entries, [mine(9)]))).toEqual([2, 1]);
  });

  test('keeps the key, the origin and the POST time of the entry', () => {
    const sent = { ...entry(1, mine(), 'sent'), postedAt: after(0) };
    expect(merge([sent], [mine(9)])).toEqual([{ ...sent, message: mine(9) }]);
  });
});

describe('mergeHistory, with a pending message', () => {
  test('shows it as a new row if the history has it', () => {
    const posted = { ...entry(1, mine(), 'pending'), postedAt: after(0) };
    expect(merge([posted], [mine(9)])).toEqual([
      { ...posted, key: NEXT_KEY, message: mine(9), origin: 'history' },
    ]);
  });

  test('keeps the last one, which can be stored after the history was read', () => {
    const entries = [entry(1, mine(), 'pending'), entry(2, own({ text: 'b' }), 'pending')];
    expect(keys(merge(entries, [a()], 50))).toEqual([NEXT_KEY, 2]);
  });
});
