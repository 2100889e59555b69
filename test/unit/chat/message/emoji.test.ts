import { isEmojiOnly } from '../../../../src/chat/message/emoji';

test.each([
  ['👍', true],
  ['❤️ 👨‍👩‍👧\n👍🏽', true],
  ['🇦🇿', true],
  ['👍'.repeat(12), true],
  ['👍'.repeat(13), false],
  ['👍 ok', false],
  ['🇦', false],
  ['1', false],
  [' ', false],
  ['', false],
])('isEmojiOnly(%j) is %s', (text, expected) => {
  expect(isEmojiOnly(text)).toBe(expected);
});
