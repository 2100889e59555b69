import { areJoined } from '../../../../src/chat/list/areJoined';
import type { Message } from '../../../../src/contract/message';

const FIRST: Message = {
  fromUserId: 1,
  toUserId: 7,
  text: 'Salam',
  imageUrl: null,
  timestamp: '2026-03-05T10:00:00Z',
};

describe('areJoined', () => {
  test.each<[string, Partial<Message>, boolean]>([
    ['10 minutes later', { timestamp: '2026-03-05T10:10:00Z' }, true],
    ['more than 10 minutes later', { timestamp: '2026-03-05T10:10:01Z' }, false],
    ['more than 10 minutes earlier', { timestamp: '2026-03-05T09:49:59Z' }, false],
    ['without a time', { timestamp: null }, true],
    ['of another sender', { fromUserId: 7 }, false],
    ['of emoji alone', { text: '👍' }, false],
    ['of emoji with an image', { text: '👍', imageUrl: 'a.png' }, true],
  ])('joins a message %s: %j, %s', (_, change, expected) => {
    const next = { ...FIRST, ...change };
    expect(areJoined(FIRST, next)).toBe(expected);
    expect(areJoined(next, FIRST)).toBe(expected);
  });
});
