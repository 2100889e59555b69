import {
  EMPTY_PHONE,
  formatPhone,
  isCompletePhone,
  wholeNumberIn,
} from '../../../src/session/phone';

test('the input is prefilled with the prefix', () => {
  expect(EMPTY_PHONE).toBe('+994');
});

test.each([
  ['nothing', '', '+994'],
  ['the prefix', '+994', '+994'],
  ['one digit behind it', '+9945', '+9945'],
  ['a whole number', '+994501234567', '+994501234567'],
  ['the same without a plus', '994501234567', '+994501234567'],
  ['spaces, brackets and dashes', '+994 (50) 123-45-67', '+994501234567'],
  ['letters', '+994a5b0', '+99450'],
  ['more digits than there may be', '+9945012345678', '+994501234567'],
  ['many more', '+994501234567890123', '+994501234567'],
  ['a part of the prefix', '+99', '+994'],
  ['another prefix', '+995501234567', '+994'],
  ['a number without the prefix', '0501234567', '+994'],
  ['a digit before the prefix', '+5994501234567', '+994'],
  ['digits of another script', '+994٥٠١', '+994'],
  ['letters alone', 'salam', '+994'],
])('%s: %p becomes %s', (_, typed, shown) => {
  expect(formatPhone(typed)).toBe(shown);
});

test.each([
  ['+994501234567', true],
  ['+99450123456', false],
  ['+994', false],
  ['', false],
  ['+9945012345678', false],
])('%p is complete: %p', (phone, isComplete) => {
  expect(isCompletePhone(phone)).toBe(isComplete);
});

test.each([
  ['a plus', '+994501234567', '+994501234567'],
  ['nothing before the code', '994501234567', '+994501234567'],
  ['00', '00994501234567', '+994501234567'],
  ['spaces and brackets', ' +994 (50) 123-45-67\n', '+994501234567'],
  ['00 and spaces', '00 994 50 123 45 67', '+994501234567'],
  ['00 within it', '+994 50 120 03 45', '+994501200345'],
  ['no code', '0501234567', undefined],
  ['a digit too few', '+99450123456', undefined],
  ['a digit too many', '+9945012345678', undefined],
  ['another code', '+995501234567', undefined],
  ['no digits', 'salam', undefined],
])('a pasted number with %s: %p is %p', (_, pasted, whole) => {
  expect(wholeNumberIn(pasted)).toBe(whole);
});
