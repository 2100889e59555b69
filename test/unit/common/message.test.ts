import {
  concerns,
  contentOf,
  isSameMessage,
  readMessage,
  type Message,
} from '../../../src/common/message';
import { incoming, own } from '../../support/messages';

const whole = {
  fromUserId: 1,
  toUserId: 7,
  text: 'Salam',
  imageUrl: 'uploads/a.png',
  timestamp: '2026-03-05T10:00:00',
};

describe('reading a payload', () => {
  test('every field of a message is read, its time as UTC', () => {
    expect(readMessage(whole)).toEqual({ ...whole, timestamp: '2026-03-05T10:00:00.000Z' });
  });

  test('nothing else of the payload is taken over', () => {
    const read = readMessage({ ...whole, id: 5, html: '<b>' });
    expect(Object.keys(read ?? {}).sort()).toEqual(Object.keys(whole).sort());
  });

  test.each<[string, object, Partial<Message>]>([
    ['no recipient', { toUserId: undefined }, { toUserId: null }],
    ['recipient null', { toUserId: null }, { toUserId: null }],
    ['recipient as a text', { toUserId: '7' }, { toUserId: null }],
    ['recipient a fraction', { toUserId: 7.5 }, { toUserId: null }],
    ['text null', { text: null }, { text: null }],
    ['text missing', { text: undefined }, { text: null }],
    ['text empty', { text: '' }, { text: null }],
    ['text a number', { text: 5 }, { text: null }],
    ['text with markup', { text: '<b>1</b>\n2' }, { text: '<b>1</b>\n2' }],
    ['image null', { imageUrl: null }, { imageUrl: null }],
    ['image empty', { imageUrl: '' }, { imageUrl: null }],
    ['image an object', { imageUrl: {} }, { imageUrl: null }],
    ['time unusable', { timestamp: 'soon' }, { timestamp: null }],
    ['time missing', { timestamp: undefined }, { timestamp: null }],
    ['sender 0', { fromUserId: 0 }, { fromUserId: 0 }],
  ])('%s', (_, change, expected) => {
    const usual = { ...whole, timestamp: '2026-03-05T10:00:00.000Z' };
    expect(readMessage({ ...whole, ...change })).toEqual({ ...usual, ...expected });
  });

  test.each([
    ['nothing', undefined],
    ['null', null],
    ['a text', 'Salam'],
    ['a number', 5],
    ['an empty list', []],
    ['a list of messages', [whole]],
    ['an empty object', {}],
    ['no sender', { ...whole, fromUserId: undefined }],
    ['a sender that is null', { ...whole, fromUserId: null }],
    ['a sender as a text', { ...whole, fromUserId: '1' }],
    ['a sender that is a fraction', { ...whole, fromUserId: 1.5 }],
    ['a sender beyond the integers', { ...whole, fromUserId: 2 ** 53 }],
    ['names in capitals', { FromUserId: 1, ToUserId: 7, Text: 'Salam' }],
    [
      'neither a time nor anything to show',
      { fromUserId: 1, toUserId: 7, text: '', timestamp: '' },
    ],
  ])('%s is no message', (_, payload) => {
    expect(readMessage(payload)).toBeUndefined();
  });

  test.each([
    ['a text', { text: 'Salam' }],
    ['an image', { imageUrl: 'a.png' }],
    ['a time', { timestamp: '2026-03-05T10:00:00Z' }],
  ])('%s alone makes a message', (_, only) => {
    expect(readMessage({ fromUserId: 1, ...only })).toMatchObject({
      fromUserId: 1,
      toUserId: null,
    });
  });
});

describe('a message concerns the user', () => {
  test.each([
    ['written by the user', own(), true],
    ['written to the user', incoming(), true],
    ['written by the user to somebody else', own({ toUserId: 9 }), true],
    ['without a recipient', incoming({ toUserId: null }), true],
    ['between two others', incoming({ fromUserId: 1, toUserId: 9 }), false],
    ['written to user 0 by another', incoming({ toUserId: 0 }), false],
  ])('%s', (_, message, expected) => {
    expect(concerns(message, 7)).toBe(expected);
  });
});

const others: [string, Partial<Message>][] = [
  ['sender', { fromUserId: 2 }],
  ['recipient', { toUserId: null }],
  ['text', { text: 'Sağ ol' }],
  ['image', { imageUrl: 'a.png' }],
];

describe('identity is everything that a message carries', () => {
  test('two equal messages are the same', () => {
    expect(isSameMessage(incoming(), incoming())).toBe(true);
  });

  test.each([...others, ['time', { timestamp: null }] satisfies [string, Partial<Message>]])(
    'another %s makes another message',
    (_, change) => {
      expect(isSameMessage(incoming(), incoming(change))).toBe(false);
      expect(isSameMessage(incoming(change), incoming())).toBe(false);
    },
  );
});

describe('content is what a message carries without its time', () => {
  test('the same under another time', () => {
    expect(contentOf(incoming())).toBe(contentOf(incoming({ timestamp: null })));
  });

  test.each(others)('another %s is another content', (_, change) => {
    expect(contentOf(incoming())).not.toBe(contentOf(incoming(change)));
  });

  test('what stands in one field is never mistaken for another', () => {
    const text = incoming({ text: 'a', imageUrl: null });
    expect(contentOf(text)).not.toBe(contentOf(incoming({ text: null, imageUrl: 'a' })));
    expect(contentOf(incoming({ text: 'null' }))).not.toBe(contentOf(incoming({ text: null })));
  });
});
