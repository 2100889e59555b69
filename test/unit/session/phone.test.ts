import {
  EMPTY_PHONE,
  findPhoneHint,
  formatNational,
  formatPhone,
  isCompletePhone,
  parsePrerendered,
  parseWholeNumber,
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

describe('parseWholeNumber', () => {
  test.each([
    ['a plus', '+994501234567', '+994501234567'],
    ['no plus', '994501234567', '+994501234567'],
    ['00', '00994501234567', '+994501234567'],
    ['spaces and brackets', ' +994 (50) 123-45-67\n', '+994501234567'],
    ['00 and spaces', '00 994 50 123 45 67', '+994501234567'],
    ['00 inside', '+994 50 120 03 45', '+994501200345'],
    ['the national 0', '0501234567', '+994501234567'],
    ['the national 0 and spaces', '(050) 123-45-67', '+994501234567'],
    ['the national 0 of a landline', '012 493 00 91', '+994124930091'],
    ['the country code and the national 0', '+994 (0)50 123 45 67', '+994501234567'],
    ['994 after the national 0', '099 450 12 34', '+994994501234'],
    ['0 after the country code', '994012345678', '+994012345678'],
    ['the code of no operator', '451234567', undefined],
    ['00 and too few digits', '0012345678', undefined],
    ['one digit too few', '+99450123456', undefined],
    ['one digit too few after the national 0', '050123456', undefined],
    ['one digit too many', '+9945012345678', undefined],
    ['one digit too many after the national 0', '05012345678', undefined],
    ['another country code', '+995501234567', undefined],
    ['no digits', 'salam', undefined],
  ])('parses a number with %s: %p becomes %p', (_, text, phone) => {
    expect(parseWholeNumber(text)).toBe(phone);
  });

  test.each(['10', '50', '51', '55', '60', '70', '77', '99'])(
    'parses nine digits that begin with the operator code %s',
    (code) => {
      expect(parseWholeNumber(`${code} 123 45 67`)).toBe(`+994${code}1234567`);
    },
  );
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
    ['0501234567', '+994501234567'],
    ['', '+994'],
    ['+99', '+994'],
    ['hello', '+994'],
  ])('parses %p as %p', (value, phone) => {
    expect(parsePrerendered(value)).toBe(phone);
  });

  test.each([
    ['+9940501234567', '+994050123456'],
    ['+994994501234567', '+994994501234'],
  ])('keeps the rule for typed input: %p becomes %p', (value, phone) => {
    expect(parsePrerendered(value)).toBe(phone);
  });
});

describe('findPhoneHint', () => {
  test.each([
    ['+994', undefined],
    ['+99450', undefined],
    ['+994501234567', undefined],
    ['+994500994000', undefined],
    ['+9940', 'zeroAfterPrefix'],
    ['+994050123456', 'zeroAfterPrefix'],
    ['+99499', undefined],
    ['+994994', 'repeatedPrefix'],
    ['+994994501234', 'repeatedPrefix'],
  ])('of %p is %p', (phone, hint) => {
    expect(findPhoneHint(phone)).toBe(hint);
  });
});

describe('formatNational', () => {
  test('groups a number as it is written in the country', () => {
    expect(formatNational('+994501234567')).toBe('050 123 45 67');
  });
});
