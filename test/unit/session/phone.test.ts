import {
  EMPTY_PHONE,
  formatPhone,
  isCompletePhone,
  parsePastedNumber,
  parsePrerendered,
} from '../../../src/session/phone';

describe('EMPTY_PHONE', () => {
  test('is the plus and the prefix', () => {
    expect(EMPTY_PHONE).toBe('+994');
  });
});

describe('formatPhone', () => {
  test.each([
    ['an empty value', '', '+994'],
    ['the prefix', '+994', '+994'],
    ['one digit after the prefix', '+9945', '+9945'],
    ['a complete number', '+994501234567', '+994501234567'],
    ['a number without a plus', '994501234567', '+994501234567'],
    ['spaces, brackets and dashes', '+994 (50) 123-45-67', '+994501234567'],
    ['letters', '+994a5b0', '+99450'],
    ['one digit too many', '+9945012345678', '+994501234567'],
    ['many digits too many', '+994501234567890123', '+994501234567'],
    ['an incomplete prefix', '+99', '+994'],
    ['another prefix', '+995501234567', '+994'],
    ['a number without the prefix', '0501234567', '+994'],
    ['a digit before the prefix', '+5994501234567', '+994'],
    ['Arabic digits', '+994٥٠١', '+994'],
    ['only letters', 'salam', '+994'],
  ])('formats %s: %p becomes %s', (_, value, formatted) => {
    expect(formatPhone(value)).toBe(formatted);
  });
});

describe('isCompletePhone', () => {
  test.each([
    ['+994501234567', true],
    ['+99450123456', false],
    ['+994', false],
    ['', false],
    ['+9945012345678', false],
  ])('of %p is %p', (phone, isComplete) => {
    expect(isCompletePhone(phone)).toBe(isComplete);
  });
});

describe('parsePastedNumber', () => {
  test.each([
    ['a plus', '+994501234567', '+994501234567'],
    ['no plus', '994501234567', '+994501234567'],
    ['00', '00994501234567', '+994501234567'],
    ['spaces and brackets', ' +994 (50) 123-45-67\n', '+994501234567'],
    ['00 and spaces', '00 994 50 123 45 67', '+994501234567'],
    ['00 inside', '+994 50 120 03 45', '+994501200345'],
    ['no country code', '0501234567', undefined],
    ['one digit too few', '+99450123456', undefined],
    ['one digit too many', '+9945012345678', undefined],
    ['another country code', '+995501234567', undefined],
    ['no digits', 'salam', undefined],
  ])('parses a number with %s: %p becomes %p', (_, pasted, phone) => {
    expect(parsePastedNumber(pasted)).toBe(phone);
  });
});

describe('parsePrerendered', () => {
  test.each([
    ['+994', '+994'],
    ['+994501234567', '+994501234567'],
    ['501234567+994', '+994501234567'],
    ['50 123+994', '+99450123'],
    ['+501234567994', '+994501234567'],
    ['+950123456794', '+994501234567'],
    ['+995012345674', '+994501234567'],
    ['+994501234567+994', '+994501234567'],
    ['994501234567+994', '+994501234567'],
    ['+994501234567x', '+994501234567'],
    ['', '+994'],
    ['+99', '+994'],
    ['hello', '+994'],
  ])('parses %p as %p', (value, phone) => {
    expect(parsePrerendered(value)).toBe(phone);
  });
});
