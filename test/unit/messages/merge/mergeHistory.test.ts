import type { Message } from '../../../../src/contract/message';
import { visibleEntries } from '../../../../src/messages/merge/visibleEntries';
import { type Entry } from '../../../../src/messages/merge/entry';
import { addReceived } from '../../../../src/messages/merge/addReceived';
import { mergeHistory } from '../../../../src/messages/merge/mergeHistory';
import { entry, incoming, own } from '../../../support/builders/builders';

const START = Date.parse('2026-03-05T10:00:00.000Z');
const after = (milliseconds: number) => new Date(START + milliseconds).toISOString();

/** An own entry whose POST has begun. */
const sent = (key: number, message: Message, status: Entry['status'] = 'sent'): Entry => ({
  ...entry(key, message, status),
  postedAt: message.timestamp,
});
const a = (milliseconds = 0) => incoming({ timestamp: after(milliseconds) });
const b = incoming({ text: 'b' });
const mine = (milliseconds = 0) => own({ timestamp: after(milliseconds) });

const merge = (entries: Entry[], history: Message[], hasHistory = false) =>
  mergeHistory({ entries, hasHistory }, history, 7);
const keys = (entries: Entry[]) => entries.map(({ key }) => key);

const historyOf = (letters: string) =>
  Array.from(letters, (text) => incoming({ text, timestamp: after(text.charCodeAt(0)) }));
/** One entry for each letter; its key is the letter's code. */
const listOf = (letters: string) =>
  historyOf(letters).map((message) => entry(message.text?.charCodeAt(0) ?? 0, message));
const textsOf = (entries: Entry[]) => entries.map(({ message }) => message.text).join('');

describe('mergeHistory', () => {
  test('returns the same list if nothing is new, or the history is older than the list', () => {
    const entries = listOf('abc');
    for (const letters of ['abc', 'ab', ''])
      expect(merge(entries, historyOf(letters))).toBe(entries);
  });

  test.each([
    ['at the end', 'abX', 'ab', 'abX'],
    ['behind new messages at the end', 'aX', 'abc', 'abcX'],
    ['between known messages', 'aXc', 'abcd', 'abXcd'],
    ['at the start, behind new messages', 'Xc', 'abc', 'abXc'],
    ['behind its predecessor, which the history moves', 'aXb', 'ba', 'baX'],
    ['behind all messages before it, which the history swaps', 'abXY', 'ba', 'baXY'],
  ])('keeps a message that the history lacks %s', (_, list, history, expected) => {
    const merged = merge(listOf(list), historyOf(history), true);
    expect(textsOf(merged)).toBe(expected);
    for (const { key } of listOf(list)) expect(keys(merged)).toContain(key);
  });

  test.each([
    ['if the history is older than the list', 'dX', 'abc', 'abcdX'],
    ['if the list has a newer message first', 'da', 'abc', 'abcd'],
  ])(
    'keeps the operator’s messages in the order of their times %s',
    (_, list, history, expected) => {
      expect(textsOf(merge(listOf(list), historyOf(history), true))).toBe(expected);
    },
  );
});

describe('mergeHistory, with the times of both senders', () => {
  test('leaves an own message in front of older messages of the operator', () => {
    const merged = merge([entry(1, mine(150)), ...listOf('a')], historyOf('abc'), true);
    expect(textsOf(merged)).toBe('Salamabc');
  });

  test('puts a message of the operator behind his older ones, not behind the customer’s', () => {
    const answer = incoming({ text: 'X', timestamp: after(150) });
    const list = [entry(1, answer), ...listOf('a'), entry(2, mine(120))];
    expect(textsOf(merge(list, [...historyOf('a'), mine(120)], true))).toBe('aXSalam');
  });
});

describe('mergeHistory, with a provider that returns the newest messages only', () => {
  test('adds a history without a common message behind a list that has had a history', () =>
    expect(textsOf(merge(listOf('ab'), historyOf('xyz'), true))).toBe('abxyz'));

  test('keeps the older messages in front', () =>
    expect(textsOf(merge(listOf('abc'), historyOf('cd'), true))).toBe('abcd'));
});

describe('mergeHistory, with a provider that signs image URLs', () => {
  const image = (signature: string, text: string | null = null) =>
    incoming({ text, imageUrl: `uploads/a.png?sig=${signature}` });

  test.each(['history', 'live'] as const)('changes no %s image', (status) => {
    const entries = [entry(1, image('1'), status), entry(2, b)];
    expect(merge(entries, [image('2'), b])).toBe(entries);
  });

  test('keeps two rows for two images', () => {
    const other = incoming({ text: null, imageUrl: 'uploads/b.png?sig=1' });
    expect(keys(merge([entry(1, image('1'))], [image('2'), other]))).toEqual([1, 2]);
  });
});

describe('mergeHistory, with identical messages', () => {
  test('keeps every copy of identical messages', () => {
    expect(keys(merge([entry(1, a()), entry(2, a())], [b, a(), a(), a()]))).toEqual([3, 1, 2, 4]);
  });

  test('keeps a copy that the history lacks', () => {
    expect(keys(merge([entry(1, a()), entry(2, a())], [a()]))).toEqual([1, 2]);
    const entries = [entry(1, b), entry(2, a()), entry(3, a())];
    expect(keys(merge(entries, [a()], true))).toEqual([1, 2, 3]);
  });

  test('matches the entry with the identical time first', () => {
    const entries = [sent(1, mine()), sent(2, mine(5))];
    expect(keys(merge(entries, [mine(), mine(5)]))).toEqual([1, 2]);
    const merged = merge(entries, [mine(5)], true);
    expect(merged.map(({ message }) => message)).toEqual([mine(), mine(5)]);
    const incomingOnes = [entry(1, a()), entry(2, a(5))];
    expect(merge(incomingOnes, [a(5)], true)).toBe(incomingOnes);
  });
});

describe('mergeHistory, with a re-stamped message', () => {
  test.each([
    ['10 s later', 10_000, [1]],
    ['10 s earlier', -10_000, [1]],
    ['over 10 s later', 10_001, [2, 1]],
    ['over 10 s earlier', -10_001, [2, 1]],
  ])('matches an operator’s message up to 10 s away: %s', (_, difference, expected) => {
    const merged = merge([entry(1, a())], [a(difference)]);
    expect(keys(merged)).toEqual(expected);
    expect(merged[0]?.message).toEqual(a(difference));
  });

  test.each([10_001, -3_600_000])(
    'matches an own message of a later history %d ms away',
    (difference) => expect(keys(merge([sent(1, mine())], [mine(difference)], true))).toEqual([1]),
  );

  test.each<[Entry['status'], number, number[]]>([
    ['posting', 3_600_000, [1]],
    ['posting', -10_000, [1]],
    ['posting', -10_001, [2, 1]],
    ['unclear', -10_001, [2, 1]],
    ['sent', -10_001, [2, 1]],
  ])(
    'matches own messages of a first history up to 10 s older: %s, %d ms',
    (status, ms, expected) =>
      expect(keys(merge([sent(1, mine(), status)], [mine(ms)]))).toEqual(expected),
  );

  test.each([
    ['in the list', incoming({ timestamp: null }), a()],
    ['in the history', a(), incoming({ timestamp: null })],
    ['of the customer in the list', own({ timestamp: null }), mine()],
  ])('matches a message without a time %s', (_, known, stored) =>
    expect(keys(merge([entry(1, known)], [stored]))).toEqual([1]),
  );

  test('matches the first entry within the tolerance', () => {
    const entries = [entry(1, a(-60_000)), entry(2, a(1)), entry(3, a(2))];
    const merged = merge(entries, [a(3)], true);
    expect(keys(merged)).toEqual([1, 2, 3]);
    expect(merged[1]?.message).toEqual(a(3));
  });

  test('matches a confirmed send before an unconfirmed one', () => {
    const entries = [entry(1, mine(), 'posting'), entry(2, mine(5), 'sent')];
    const merged = merge(entries, [mine(9)], true);
    expect(keys(merged)).toEqual([1, 2]);
    expect(merged[1]?.message).toEqual(mine(9));
  });
});

describe('mergeHistory, with a changed text', () => {
  const text = (value: string, milliseconds = 0) =>
    own({ text: value, timestamp: after(milliseconds) });

  test('matches an own message with the same instant', () => {
    const merged = merge([sent(1, text('a b'))], [text('***')]);
    expect(merged).toEqual([{ ...sent(1, text('a b')), message: text('***') }]);
  });

  test.each([
    ['of an operator', a().timestamp, 1],
    ['without a time', null, 7],
  ])('does not match a message %s by its instant', (_, timestamp, fromUserId) => {
    const known = entry(1, own({ text: 'a', timestamp, fromUserId }));
    const merged = merge([known], [own({ text: 'b', timestamp, fromUserId })]);
    expect(textsOf(merged)).toBe('ba');
  });

  test('matches a re-stamped message that is trimmed, encoded or without a recipient', () => {
    const stored = { ...text('a &amp; b', 9), toUserId: null };
    expect(keys(merge([sent(1, text(' a & b\r\n'))], [stored]))).toEqual([1]);
  });

  const known = text('known');
  const stamped = text('known', 1);
  const restamped = { ...sent(1, known), message: stamped };
  const unknown = sent(2, text('a', 2));
  const changed = text('A', 5);

  test('matches by the order of sending, once the provider has re-stamped a message', () => {
    const entries = [restamped, unknown, sent(3, text('b', 3))];
    const merged = merge(entries, [stamped, changed, text('B', 6)], true);
    expect(keys(merged)).toEqual([1, 2, 3]);
    expect(textsOf(merged)).toBe('knownAB');
  });

  test.each<[string, Entry[], Message[], hasHistory?: boolean]>([
    ['of another device, if the times are kept', [sent(1, known), unknown], [known, changed]],
    ['from before the list', [unknown, restamped], [text('A', 0), stamped], false],
    ['of the operator', [restamped, unknown], [stamped, { ...changed, fromUserId: 1 }]],
    ['if the POST is pending', [restamped, { ...unknown, status: 'posting' }], [stamped, changed]],
    ['if the list has more', [restamped, unknown, sent(3, text('b', 3))], [stamped, changed]],
  ])('does not match by order of sending: a message %s', (_, entries, history, ...rest) => {
    const merged = merge(entries, history, rest[0] ?? true);
    expect(merged).toHaveLength(entries.length + 1);
    expect(textsOf(merged)).toContain('a');
  });
});

test('mergeHistory keeps the time of the hub, with which the hub can deliver the message again', () => {
  const live = entry(1, mine(), 'live');
  const merged = merge([entry(0, b), live], [b, mine(60_000)], true);
  expect(merged[1]).toMatchObject({ key: 1, status: 'history', hubTime: after(0) });
  expect(addReceived(merged, [mine()], 7)).toHaveLength(2);
});

describe('mergeHistory, with a provider that re-stamps messages and masks texts', () => {
  const text = (value: string, seconds: number) =>
    own({ text: value, timestamp: after(seconds * 1_000) });
  const posted = (key: number, value: string, status?: Entry['status']) =>
    sent(key, text(value, key), status);
  const stored = (value: string, seconds = 301) => text(value, seconds);
  const reply = incoming({ text: 'Operator', timestamp: after(60_000) });
  const old = text('ok', -600);

  test.each([true, false])(
    'shows one row for the first message of a customer, if the list has had a history: %s',
    (hasHistory) => expect(textsOf(merge([posted(1, 'a')], [stored('*')], hasHistory))).toBe('*'),
  );

  test.each<[string, Entry[], Message[], string]>([
    ['a message whose echo had the posted text', [posted(2, 'a', 'live')], [stored('*')], '*'],
    [
      'several messages of one history, with a live message between them',
      [posted(2, 'a'), entry(3, reply, 'live'), posted(4, 'b')],
      [stored('*'), reply, stored('**', 302)],
      '*Operator**',
    ],
    [
      'a message that was stored before a live message in front of it',
      [entry(2, reply, 'live'), posted(3, 'a')],
      [stored('*'), reply],
      '*Operator',
    ],
    [
      'a message behind one whose posted and stored times are equal by chance',
      [posted(2, 'a'), posted(3, 'b'), posted(4, 'c')],
      [text('a', 2), stored('b', 302), stored('*', 303)],
      'ab*',
    ],
  ])('shows one row for %s', (_, entries, history, expected) => {
    const merged = merge([entry(1, old), ...entries], [old, ...history], true);
    expect(textsOf(visibleEntries(merged))).toBe(`ok${expected}`);
  });

  test.each<[string, Entry[], Message[], boolean]>([
    ['more masked ones than accepted', [posted(1, 'a')], [stored('*'), stored('**', 302)], true],
    ['a masked one beside a pending one', [posted(1, 'a', 'posting')], [stored('*')], true],
    ['a beginning of a pending one', [posted(1, 'salam, 1', 'unclear')], [stored('salam')], true],
    ['a pending one with other letters', [posted(1, 'necə', 'unclear')], [stored('nec?')], true],
  ])('keeps two entries for messages: %s', (_, entries, history, hasHistory) => {
    expect(merge(entries, history, hasHistory)).toHaveLength(entries.length + history.length);
  });
});

describe('mergeHistory, with a pending message', () => {
  test('shows the message if the history has it', () => {
    const posted = sent(1, mine(), 'posting');
    expect(merge([posted], [mine(9)])).toEqual([
      { ...posted, message: mine(9), status: 'history' },
    ]);
  });

  test('shows the newest of two equal pending messages, because the first POST has probably failed', () => {
    const entries = [sent(1, mine(), 'posting'), sent(2, mine(5), 'posting')];
    const merged = merge(entries, [mine(9)], true);
    expect(merged.map(({ status, postedAt }) => [status, postedAt])).toEqual([
      ['posting', mine().timestamp],
      ['history', mine(5).timestamp],
    ]);
  });

  test('keeps every pending message that the history lacks', () => {
    const entries = [entry(1, mine(), 'posting'), entry(2, own({ text: 'b' }), 'posting')];
    expect(keys(merge(entries, [a()]))).toEqual([3, 1, 2]);
  });
});

test('mergeHistory matches 10,000 messages of one timestamp in any order', () => {
  const history = Array.from({ length: 10_000 }, (_, index) => incoming({ text: String(index) }));
  const entries = history.map((message, key) => entry(key, message));
  expect(keys(merge(entries, history.toReversed()))).toEqual(keys(entries).reverse());
});
