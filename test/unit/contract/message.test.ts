import {
  isInConversation,
  contentKey,
  isSameMessage,
  parseMessage,
  type Message,
} from '../../../src/contract/message';
import { incoming, own } from '../../support/builders/builders';

const payload = {
  fromUserId: 1,
  toUserId: 7,
  text: 'Salam',
  imageUrl: 'uploads/a.png',
  timestamp: '2026-03-05T10:00:00',
};

describe('parseMessage', () => {
  test('returns every field of a message, with its time in UTC', () =>
    expect(parseMessage(payload)).toEqual({ ...payload, timestamp: '2026-03-05T10:00:00.000Z' }));

  test.each<[string, object, Partial<Message>]>([
    ['no recipient', { toUserId: undefined }, { toUserId: null }],
    ['ids in digits', { fromUserId: '1', toUserId: '7' }, {}],
    ['a recipient that is a fraction', { toUserId: 7.5 }, { toUserId: null }],
    ['an empty text', { text: '' }, { text: null }],
    ['a text that is a number', { text: 5 }, { text: null }],
    ['an empty image URL', { imageUrl: '' }, { imageUrl: null }],
    ['an unusable time', { timestamp: 'soon' }, { timestamp: null }],
    ['other fields', { id: 5, toString: 1, then: 1 }, {}],
    ['sender 0', { fromUserId: 0 }, { fromUserId: 0 }],
  ])('parses a payload with %s', (_, change, expected) => {
    const unchanged = { ...payload, timestamp: '2026-03-05T10:00:00.000Z' };
    expect(parseMessage({ ...payload, ...change })).toEqual({ ...unchanged, ...expected });
  });

  const NO_SENDER = 'fromUserId is no integer';
  test.each([
    ['null', null, 'no object'],
    ['a string', 'Salam', 'no object'],
    ['a message without a sender', { ...payload, fromUserId: undefined }, NO_SENDER],
    ['a sender that is a word', { ...payload, fromUserId: 'support' }, NO_SENDER],
    ['a sender that is a fraction', { ...payload, fromUserId: 1.5 }, NO_SENDER],
    ['a sender that is an unsafe integer', { ...payload, fromUserId: 2 ** 53 }, NO_SENDER],
    ['a message in __proto__', JSON.parse('{"__proto__":{"fromUserId":1}}'), NO_SENDER],
    ['nothing to show', { fromUserId: 1, text: '' }, 'text, imageUrl and timestamp are empty'],
  ])('names the field that keeps %s from being a message', (_, value, reason) =>
    expect(parseMessage(value)).toBe(reason),
  );

  test.each([
    ['a text', { text: 'Salam' }],
    ['an image', { imageUrl: 'a.png' }],
    ['a time', { timestamp: '2026-03-05T10:00:00Z' }],
  ])('accepts a message with nothing but a sender and %s', (_, only) => {
    expect(parseMessage({ fromUserId: 1, ...only })).toMatchObject({
      fromUserId: 1,
      toUserId: null,
    });
  });
});

describe('isInConversation', () => {
  test.each([
    ['from the user', own()],
    ['to the user', incoming()],
    ['from the user to somebody else', own({ toUserId: 9 })],
    ['without a recipient', incoming({ toUserId: null })],
  ])('is true for a message %s', (_, message) => expect(isInConversation(message, 7)).toBe(true));

  test.each([
    ['between two other people', incoming({ fromUserId: 1, toUserId: 9 })],
    ['to user 0', incoming({ toUserId: 0 })],
  ])('is false for a message %s', (_, message) => expect(isInConversation(message, 7)).toBe(false));
});

const changes: [string, Partial<Message>][] = [
  ['sender', { fromUserId: 2 }],
  ['recipient', { toUserId: null }],
  ['text', { text: 'Sağ ol' }],
  ['image', { imageUrl: 'a.png' }],
];

test.each([...changes, ['time', { timestamp: null }] satisfies [string, Partial<Message>]])(
  'isSameMessage is true for two equal messages, and false with another %s',
  (_, change) => {
    expect(isSameMessage(incoming(), incoming())).toBe(true);
    expect(isSameMessage(incoming(), incoming(change))).toBe(false);
    expect(isSameMessage(incoming(change), incoming())).toBe(false);
  },
);

describe('contentKey', () => {
  test.each([
    ['time', incoming(), incoming({ timestamp: null })],
    ['recipient', incoming(), incoming({ toUserId: null })],
    ['white space and encoding', incoming({ text: 'a & b ' }), incoming({ text: 'a &amp; b' })],
  ])('is equal for messages that differ in %s only', (_, message, other) =>
    expect(contentKey(other)).toBe(contentKey(message)),
  );

  test.each(changes.filter(([field]) => field !== 'recipient'))(
    'differs with another %s',
    (_, change) => expect(contentKey(incoming())).not.toBe(contentKey(incoming(change))),
  );

  test('differs if the same value is in another field', () => {
    const text = incoming({ text: 'a', imageUrl: null });
    expect(contentKey(text)).not.toBe(contentKey(incoming({ text: null, imageUrl: 'a' })));
    expect(contentKey(incoming({ text: 'null' }))).not.toBe(contentKey(incoming({ text: null })));
  });
});
