import { PHONE_MAX_DIGITS, PHONE_PREFIX, PHONE_TOTAL_LENGTH } from '../contract/constants';

/** The value of the input before the customer types (S2). */
export const EMPTY_PHONE = `+${PHONE_PREFIX}`;

/**
 * Matches the digits of a whole number, and captures its last nine: after 994 or 00994, with or
 * without the national 0; after the national 0; or beginning with the code of a mobile operator.
 */
const WHOLE_NUMBER = new RegExp(
  `^(?:(?:00)?${PHONE_PREFIX}0?|0(?!0)|(?=10|5[015]|60|7[07]|99))(\\d{9})$`,
);
/** Matches 994 and a superfluous 0 before nine digits, or a second 994 before seven (S5). */
const REPEATED_START = new RegExp(`^${PHONE_PREFIX}(?:0(?=\\d{9})|${PHONE_PREFIX}(?=\\d{7}))`);

/** Returns the value of a digit of any script, or -1. Each script has its ten digits in a row. */
const digitValue = (code: number): number =>
  /\p{Nd}/u.test(String.fromCodePoint(code)) ? (digitValue(code - 1) + 1) % 10 : -1;
const toAscii = (digit: string) => String(digitValue(digit.codePointAt(0) ?? 0));

/** Returns the digits of a text. Persian and Arabic keyboards type digits of their own. */
const digitsOf = (text: string) => text.replace(/\P{Nd}/gu, '').replace(/\D/gu, toAscii);

interface PhoneField {
  phone: string;
  caret: number;
}

/**
 * Formats the value of the phone input (S5). Removes a national 0 or a second 994 before the limit
 * removes the last digits. Keeps the caret before the same digits, and never inside the prefix.
 */
export function formatField(value: string, caret = value.length): PhoneField {
  const typed = digitsOf(value).replace(REPEATED_START, PHONE_PREFIX);
  const digits = typed.startsWith(PHONE_PREFIX) ? typed : PHONE_PREFIX;
  const phone = `+${digits.slice(0, PHONE_MAX_DIGITS)}`;
  const position = 1 + digits.length - digitsOf(value.slice(caret)).length;
  return { phone, caret: Math.min(Math.max(position, EMPTY_PHONE.length), phone.length) };
}

/**
 * Formats the value after an edit. If a reset (S5) would lose a digit, moves it behind the prefix.
 * @param before the formatted number before the edit
 * @param typed the inserted text, which ends at the caret; empty if the edit inserted nothing
 */
export function editField(before: string, value: string, caret: number, typed: string): PhoneField {
  const isInNumber = caret - typed.length >= EMPTY_PHONE.length;
  if (isInNumber || !digitsOf(typed)) return formatField(value, caret);
  const number = before.slice(EMPTY_PHONE.length);
  const after = value.slice(caret);
  // The text after the caret may begin with a part of the prefix.
  const kept = after.length < number.length ? after : number;
  return formatField(EMPTY_PHONE + typed + kept, EMPTY_PHONE.length + typed.length);
}

/**
 * Parses an inserted text. Formats a whole number: +994 50…, 00994 50…, 050… or 50….
 * @returns the formatted number; for another text of ten or more digits, what S5 makes of it, so that
 * a foreign number does not become another customer's number; undefined for a shorter text
 */
export function parseInserted(text: string): string | undefined {
  const digits = digitsOf(text);
  const [, national] = WHOLE_NUMBER.exec(digits) ?? [];
  if (national) return EMPTY_PHONE + national;
  return digits.length < 10 ? undefined : formatField(digits).phone;
}

/** Parses the value of the input. The browser or a script may have written it without an event. */
export function parseShown(shown: string, caret?: number): PhoneField {
  // The number may have been inserted before the prefix.
  const value = shown.replace(/(?<=.)\+994$/, '');
  if (value.startsWith(EMPTY_PHONE)) {
    const isForeign = parseInserted(value.slice(EMPTY_PHONE.length)) === EMPTY_PHONE;
    return formatField(isForeign ? EMPTY_PHONE : value, caret);
  }
  // For example +5994: the customer typed 5 inside the prefix.
  let start = 0;
  while (value[start] === EMPTY_PHONE[start]) start += 1;
  const rest = EMPTY_PHONE.slice(start); // 994
  const edited = value.slice(start); // 5994
  const typed = digitsOf(edited.endsWith(rest) ? edited.slice(0, -rest.length) : edited); // 5
  const isPrefixed = typed.startsWith(PHONE_PREFIX);
  // 0501234567 is a whole number, 99450 has the prefix, and 50 lacks it.
  return formatField(parseInserted(typed) ?? (isPrefixed ? typed : EMPTY_PHONE + typed));
}

export const isCompletePhone = (phone: string): boolean => phone.length === PHONE_TOTAL_LENGTH;

/** Matches numbers with a code of an operator or region that exists. */
const KNOWN_CODE = new RegExp(`^\\+${PHONE_PREFIX}(?:1[028]|2\\d|36|5[015]|60|7[07]|99)`);

/** Returns whether a complete number begins with a code that exists. S5 accepts all codes. */
export const hasKnownCode = (phone: string): boolean => KNOWN_CODE.test(phone);

/** Finds a likely mistake, which is no error: S5 accepts the number, and +994 99 4… exists. */
export function findPhoneHint(phone: string) {
  if (phone.startsWith(`${EMPTY_PHONE}0`)) return 'zeroAfterPrefix';
  return phone.startsWith(EMPTY_PHONE + PHONE_PREFIX) ? 'repeatedPrefix' : undefined;
}
