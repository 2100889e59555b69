import type { Message } from '../../../src/common/message';
import type { Entry } from '../../../src/messages/entries';
import { mergeHistory } from '../../../src/messages/mergeHistory';
import { incoming, own } from '../../support/messages';

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

describe('what the history holds', () => {
  test('is the list where there was none', () => {
    expect(merge([], [a(), b])).toEqual([
      entry(NEXT_KEY, a(), 'history'),
      entry(NEXT_KEY + 1, b, 'history'),
    ]);
  });

  test('keeps the rows, their keys and their order where nothing is new', () => {
    const entries = [entry(1, a()), entry(2, b), entry(3, mine())];
    expect(merge(entries, [a(), b, mine()])).toBe(entries);
  });

  test('stands in its own order', () => {
    expect(keys(merge([entry(1, a()), entry(2, b)], [b, a()]))).toEqual([2, 1]);
  });

  test('goes where the provider has it no more', () => {
    expect(keys(merge([entry(1, a()), entry(2, b)], [a()], 50))).toEqual([1]);
  });

  test('stands before what has come since it was asked for', () => {
    const entries = [entry(1, a()), entry(50, incoming({ text: 'since' }))];
    expect(keys(merge(entries, [a(), b], 50))).toEqual([1, NEXT_KEY + 1, 50]);
  });
});

describe('equal messages', () => {
  test('are as many as there are', () => {
    expect(keys(merge([entry(1, a()), entry(2, a())], [b, a(), a(), a()]))).toEqual([
      NEXT_KEY,
      1,
      2,
      NEXT_KEY + 3,
    ]);
  });

  test('are not taken for each other: what is left over has come since', () => {
    expect(keys(merge([entry(1, a()), entry(2, a())], [a()]))).toEqual([1, 2]);
    expect(keys(merge([entry(1, b), entry(2, a()), entry(3, a())], [a()]))).toEqual([2, 1, 3]);
  });

  test('are told apart by their times where these are the same', () => {
    const entries = [entry(1, mine(), 'sent'), entry(2, mine(5), 'sent')];
    expect(keys(merge(entries, [mine(5)]))).toEqual([2, 1]);
  });
});

describe('a message under the server’s own time', () => {
  test.each([
    ['at once', 0, [1]],
    ['just within the tolerance', 10_000, [1]],
    ['just within it, earlier', -10_000, [1]],
    ['just beyond', 10_001, [NEXT_KEY, 1]],
    ['just beyond, earlier', -10_001, [NEXT_KEY, 1]],
  ])('of the operator is the same %s', (_, apart, expected) => {
    const merged = merge([entry(1, a())], [a(apart)]);
    expect(keys(merged)).toEqual(expected);
    expect(merged[0]?.message).toEqual(a(apart));
  });

  test.each([10_001, -3_600_000])('of the user is the same %d ms away', (apart) => {
    expect(keys(merge([entry(1, mine())], [mine(apart)]))).toEqual([1]);
  });

  test.each([
    ['here', incoming({ timestamp: null }), a()],
    ['there', a(), incoming({ timestamp: null })],
  ])('is the same where it has no time %s', (_, known, stored) => {
    expect(keys(merge([entry(1, known)], [stored]))).toEqual([1]);
  });

  test('takes the first that can be it, and passes over one that cannot', () => {
    const entries = [entry(1, a(-60_000)), entry(2, a(1)), entry(3, a(2))];
    expect(keys(merge(entries, [a(3)]))).toEqual([2, 1, 3]);
  });

  test('is rather one that was taken than one whose answer is open', () => {
    const entries = [entry(1, mine(), 'unanswered'), entry(2, mine(5), 'sent')];
    expect(keys(merge(entries, [mine(9)]))).toEqual([2, 1]);
  });

  test('keeps what is known of its row', () => {
    const sent = { ...entry(1, mine(), 'sent'), postedAt: after(0) };
    expect(merge([sent], [mine(9)])).toEqual([{ ...sent, message: mine(9) }]);
  });
});

describe('a posted message without an answer', () => {
  test('becomes a new row where the history has it', () => {
    const posted = { ...entry(1, mine(), 'unanswered'), postedAt: after(0) };
    expect(merge([posted], [mine(9)])).toEqual([
      { ...posted, key: NEXT_KEY, message: mine(9), origin: 'history' },
    ]);
  });

  test('is remembered where it is the last one, for it can be stored after the history was read', () => {
    const entries = [entry(1, mine(), 'unanswered'), entry(2, own({ text: 'b' }), 'unanswered')];
    expect(keys(merge(entries, [a()], 50))).toEqual([NEXT_KEY, 2]);
  });
});
