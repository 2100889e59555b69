import { PHONE_MAX_DIGITS, PHONE_PREFIX, PHONE_TOTAL_LENGTH } from '../common/constants';

/** What the input shows before anything is typed (spec 2). */
export const EMPTY_PHONE = `+${PHONE_PREFIX}`;

/**
 * Forms what was typed into the phone input (spec 5): digits only, beginning with 994 (otherwise
 * reset to 994), 12 digits at most, with a leading plus.
 */
export function formatPhone(typed: string): string {
  const digits = typed.replace(/\D/g, '');
  const prefixed = digits.startsWith(PHONE_PREFIX) ? digits : PHONE_PREFIX;
  return `+${prefixed.slice(0, PHONE_MAX_DIGITS)}`;
}

/**
 * A pasted number that is whole with its country code, written with a plus, with 00 or bare: it takes
 * the place of what was there, where its digits would be added behind the prefix.
 * @returns the formatted number; undefined for anything else
 */
export function wholeNumberIn(pasted: string): string | undefined {
  const digits = pasted.replace(/\D/g, '').replace(/^00/, '');
  const isWhole = digits.startsWith(PHONE_PREFIX) && digits.length === PHONE_MAX_DIGITS;
  return isWhole ? formatPhone(digits) : undefined;
}

/** Whether a formatted phone is complete (spec 5). */
export function isCompletePhone(phone: string): boolean {
  return phone.length === PHONE_TOTAL_LENGTH;
}
