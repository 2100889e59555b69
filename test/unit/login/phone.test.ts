import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import fc from 'fast-check';
import {
  editField,
  EMPTY_PHONE,
  findPhoneHint,
  formatField,
  hasKnownCode,
  parseShown,
  parseInserted,
} from '../../../src/login/phone';
import { usePhoneInput } from '../../../src/login/usePhoneInput';

/** All pairs of digits with which a national number can begin. */
const CODES = Array.from({ length: 100 }, (_, code) => String(code).padStart(2, '0'));

/** Splits a value at the caret, which is written as |. */
function split(text: string) {
  const caret = text.indexOf('|');
  return { value: text.replace('|', ''), caret };
}

/** Joins value and caret. The inverse of `split`. */
const join = ({ phone, caret }: { phone: string; caret: number }) =>
  `${phone.slice(0, caret)}|${phone.slice(caret)}`;

test.each([
  ['an empty value', '|', '+994|'],
  ['spaces, brackets and dashes', '+994 (50) 123-45-67|', '+994501234567|'],
  ['one digit too many', '+9945012345678|', '+994501234567|'],
  ['a number without the prefix', '0501234567|', '+994|'],
  ['a digit before the prefix', '+5994501234567|', '+994|'],
  ['the national 0 before eight digits', '+994050123456|', '+994050123456|'],
  ['the national 0 before nine digits', '+9940501234567|', '+994501234567|'],
  ['the national 0 before ten digits', '+99405012345678|', '+994501234567|'],
  ['two zeros before eight digits', '+9940012345678|', '+994012345678|'],
  ['digits of several scripts', '+994 50 ۱۲۳ ٤٥ ６७|', '+994501234567|'],
  ['digits that follow another ten in Unicode', '+994𝟗𝟘𝟙𝟡𝟢𝟫|', '+994901909|'],
  ['numbers that are no decimal digits', '+994²½Ⅷ④|', '+994|'],
  ['a caret after digits of another script', '+994۵۰|۱۲', '+99450|12'],
  ['a caret after a space', '+994 5|', '+9945|'],
  ['a caret before the prefix', '|99450', '+994|50'],
  ['a caret in a value that is reset', '+9|4501', '+994|'],
  ['a caret in the middle behind the national 0', '+99405012|34567', '+9945012|34567'],
  ['a caret before the national 0 that is removed', '+994|0501234567', '+994|501234567'],
])('formatField formats %s: %p becomes %p', (_, text, expected) => {
  const { value, caret } = split(text);
  expect(join(formatField(value, caret))).toBe(expected);
});

describe('editField', () => {
  test.each([
    ['before the plus', '+994', '5|+994', '5', '+9945|'],
    ['inside the prefix', '+99450', '+99|9450', '9', '+9949|50'],
    ['as a last digit of the prefix', '+99450', '+994|450', '4', '+9944|50'],
    ['over the whole number, as its last digit', '+994', '4|', '4', '+9944|'],
    ['over a part of prefix and number', '+99450', '+7|0', '7', '+9947|0'],
  ])('puts a digit that was typed %s behind the prefix', (_, before, text, typed, expected) => {
    const { value, caret } = split(text);
    expect(join(editField(before, value, caret, typed))).toBe(expected);
  });

  test('loses no digit that is typed at any position, over any selection', () => {
    const digits = fc.stringMatching(/^\d{0,8}$/);
    const position = fc.nat({ max: 12 });
    fc.assert(
      fc.property(digits, position, position, fc.nat({ max: 9 }), (number, a, b, digit) => {
        const before = EMPTY_PHONE + number;
        const [start = 0, end = 0] = [a, b]
          .map((p) => Math.min(p, before.length))
          .sort((x, y) => x - y);
        const typed = String(digit);
        const value = before.slice(0, start) + typed + before.slice(end);
        const inNumber = (index: number) => Math.max(index - EMPTY_PHONE.length, 0);
        const kept = [number.slice(0, inNumber(start)) + typed, number.slice(inNumber(end))];
        expect(join(editField(before, value, start + 1, typed))).toBe(EMPTY_PHONE + kept.join('|'));
      }),
    );
  });
});

describe('parseInserted', () => {
  test.each([
    ['a plus', '+994501234567', '+994501234567'],
    ['00', '00994501234567', '+994501234567'],
    ['the national 0', '0501234567', '+994501234567'],
    ['the country code and the national 0', '+994 (0)50 123 45 67', '+994501234567'],
    ['994 after the national 0', '099 450 12 34', '+994994501234'],
    ['0 after the country code', '994012345678', '+994012345678'],
    ['the code of no operator', '451234567', undefined],
    ['00 and too few digits', '00 12345678', '+994'],
    ['one digit too few', '+99450123456', '+99450123456'],
    ['one digit too few after the national 0', '050123456', undefined],
    ['one digit too many', '+9945012345678', '+994501234567'],
    ['one digit too many after the national 0', '05012345678', '+994'],
    ['another country code', '+995501234567', '+994'],
    ['another country code and 00', '00 90 532 123 45 67', '+994'],
    ['ten digits without a country code', '202 555 01 00', '+994'],
  ])('parses a number with %s: %p becomes %p', (_, text, phone) =>
    expect(parseInserted(text)).toBe(phone),
  );

  test('parses nine digits that begin with the code of a mobile operator', () => {
    const isParsed = (code: string) => parseInserted(`${code} 123 45 67`) !== undefined;
    expect(CODES.filter(isParsed)).toEqual('10 50 51 55 60 70 77 99'.split(' '));
  });
});

describe('parseShown', () => {
  test.each([
    ['+994', '+994'],
    ['+994501234567', '+994501234567'],
    ['501234567+994', '+994501234567'],
    ['+501234567994', '+994501234567'],
    ['+994501234567+994', '+994501234567'],
    ['+994501234567x', '+994501234567'],
    ['0501234567', '+994501234567'],
    ['+99', '+994'],
    ['hello', '+994'],
    ['99450', '+99450'],
    ['+995', '+9945'],
    ['+94', '+9944'],
    ['5', '+9945'],
    ['44', '+99444'],
    ['+9940501234567', '+994501234567'],
    ['۰۵۰۱۲۳۴۵۶۷+994', '+994501234567'],
    ['+994905321234567', '+994'],
    ['+905321234567+994', '+994'],
  ])('parses %p as %p', (value, phone) => expect(join(parseShown(value))).toBe(`${phone}|`));

  test('keeps a second 994 as a part of the number until a tenth digit follows', () => {
    expect(parseShown('+994994501234').phone).toBe('+994994501234');
    expect(parseShown('+9949945012345').phone).toBe('+9945012345');
    expect(parseShown('+994994501234567').phone).toBe('+994501234567');
  });

  test('keeps the caret after the same digit', () =>
    expect(join(parseShown('+99450x123', 7))).toBe('+99450|123'));
});

test.each([
  ['+994', undefined],
  ['+99450', undefined],
  ['+994500994000', undefined],
  ['+994050123456', 'zeroAfterPrefix'],
  ['+99499', undefined],
  ['+994994', 'repeatedPrefix'],
])('findPhoneHint returns %2$p for %1$p', (phone, hint) => expect(findPhoneHint(phone)).toBe(hint));

test('hasKnownCode accepts the codes of operators and regions alone', () => {
  const isKnown = (code: string) => hasKnownCode(`+994${code}1234567`);
  const known = '10 12 18 20 21 22 23 24 25 26 27 28 29 36 50 51 55 60 70 77 99';
  expect(CODES.filter(isKnown)).toEqual(known.split(' '));
});

test('usePhoneInput has the country code during prerendering, without a document', () => {
  const Phone = () => usePhoneInput(() => undefined).phone;
  expect(typeof document).toBe('undefined');
  expect(renderToString(createElement(Phone))).toBe('+994');
});
