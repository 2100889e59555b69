import { PHONE_MAX_DIGITS, PHONE_PREFIX, PHONE_TOTAL_LENGTH } from '../shared/constants';

/** The value of the input before the customer types (S2). */
export const EMPTY_PHONE = `+${PHONE_PREFIX}`;

/**
 * Matches the digits of a whole number, and captures its last nine: after 994 or 00994, with or
 * without the national 0; after the national 0; or beginning with the code of a mobile operator.
 */
export const WHOLE_NUMBER = new RegExp(
  `^(?:(?:00)?${PHONE_PREFIX}0?|0(?!0)|(?=10|5[015]|60|7[07]|99))(\\d{9})$`,
);

/**
 * Formats the value of the phone input (S5): digits only, beginning with 994 (otherwise reset to
 * 994), at most 12 digits, with a leading plus.
 */
export function formatPhone(value: string): string {
  const digits = value.replace(/\D/g, '');
  const prefixed = digits.startsWith(PHONE_PREFIX) ? digits : PHONE_PREFIX;
  return `+${prefixed.slice(0, PHONE_MAX_DIGITS)}`;
}

/**
 * Parses a number that was pasted, dropped or filled in as a whole: +994 50…, 00994 50…, 050… or 50….
 * The number replaces the value of the input; otherwise its digits would be added after the prefix.
 * @returns the formatted number; undefined for anything else
 */
export function parseWholeNumber(text: string): string | undefined {
  const [, national] = WHOLE_NUMBER.exec(text.replace(/\D/g, '')) ?? [];
  return national && EMPTY_PHONE + national;
}

/**
 * Parses the value of the prerendered input. The customer may have typed at any position, even
 * before the country code, and the browser may have filled in another value.
 */
export function parsePrerendered(value: string): string {
  if (value.startsWith(EMPTY_PHONE)) return formatPhone(value);
  let start = 0;
  while (value[start] === EMPTY_PHONE[start]) start += 1;
  const rest = EMPTY_PHONE.slice(start);
  if (!value.endsWith(rest)) return parseWholeNumber(value) ?? formatPhone(value);
  const typed = value.slice(start, value.length - rest.length);
  return parseWholeNumber(typed) ?? formatPhone(EMPTY_PHONE + typed);
}

/** Returns whether a formatted number is complete (S5). */
export function isCompletePhone(phone: string): boolean {
  return phone.length === PHONE_TOTAL_LENGTH;
}

/** A likely mistake in a formatted number. */
export type PhoneHint = 'zeroAfterPrefix' | 'repeatedPrefix';

/**
 * Finds a likely mistake. The specification accepts these numbers, and operators issue numbers that
 * begin with 994 after the country code. So a hint only informs.
 */
export function findPhoneHint(phone: string): PhoneHint | undefined {
  if (phone.startsWith(`${EMPTY_PHONE}0`)) return 'zeroAfterPrefix';
  return phone.startsWith(EMPTY_PHONE + PHONE_PREFIX) ? 'repeatedPrefix' : undefined;
}

/** Formats a complete number as it is written in the country: 050 123 45 67. */
export function formatNational(phone: string): string {
  return phone.replace(/.{4}(..)(...)(..)/, '0$1 $2 $3 ');
}
