import { PHONE_MAX_DIGITS, PHONE_PREFIX, PHONE_TOTAL_LENGTH } from '../shared/constants';

/** The value of the input before the customer types (S2). */
export const EMPTY_PHONE = `+${PHONE_PREFIX}`;

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
 * Parses a pasted number that is complete with its country code: +994…, 00994… or 994…. The number
 * replaces the value of the input; otherwise its digits would be added after the prefix.
 * @returns the formatted number; undefined for anything else
 */
export function parsePastedNumber(pasted: string): string | undefined {
  const digits = pasted.replace(/\D/g, '').replace(/^00/, '');
  const isComplete = digits.startsWith(PHONE_PREFIX) && digits.length === PHONE_MAX_DIGITS;
  return isComplete ? formatPhone(digits) : undefined;
}

/**
 * Parses the value of the prerendered input. The customer may have typed at any position, even
 * before the country code.
 */
export function parsePrerendered(value: string): string {
  let start = 0;
  while (start < EMPTY_PHONE.length && value[start] === EMPTY_PHONE[start]) start += 1;
  const rest = EMPTY_PHONE.slice(start);
  if (!value.endsWith(rest)) return formatPhone(value);
  const typed = value.slice(start, value.length - rest.length);
  return parsePastedNumber(typed) ?? formatPhone(EMPTY_PHONE + typed);
}

/** Returns whether a formatted number is complete (S5). */
export function isCompletePhone(phone: string): boolean {
  return phone.length === PHONE_TOTAL_LENGTH;
}
