import { areJoined } from '../../../../src/chat/list/Rows';
import { entry, incoming } from '../../../support/builders/builders';

const FIRST = incoming({ timestamp: '2026-03-05T10:00:00Z' });

describe('areJoined', () => {
  test.each([
    ['10 minutes later', { timestamp: '2026-03-05T10:10:00Z' }, true],
    ['more than 10 minutes later', { timestamp: '2026-03-05T10:10:01Z' }, false],
    ['more than 10 minutes earlier', { timestamp: '2026-03-05T09:49:59Z' }, false],
    ['without a time', { timestamp: null }, true],
    ['of another sender', { fromUserId: 7 }, false],
    ['of emoji alone', { text: '👍' }, false],
    ['of emoji with an image', { text: '👍', imageUrl: 'a.png' }, true],
  ])('joins a message %s: %j, %s', (_, change, expected) => {
    const [first, next] = [entry(1, FIRST), entry(2, { ...FIRST, ...change })];
    expect(areJoined(first, next, null)).toBe(expected);
    expect(areJoined(next, first, null)).toBe(expected);
  });

  test('joins nothing to the first new message, and no message without a neighbour', () => {
    const [first, next] = [entry(1, FIRST), entry(2, FIRST)];
    expect(areJoined(first, next, 2)).toBe(false);
    expect(areJoined(first, next, 1)).toBe(true);
    expect(areJoined(undefined, first, null)).toBe(false);
    expect(areJoined(first, undefined, null)).toBe(false);
  });
});
