const REFERENCE = /&(?:(lt|gt|quot|apos|nbsp)|#(\d+)|#x([\da-f]+));/gi;
const TAG = /<\/?[a-z][^<>]*>/gi;
const NAMED: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };
/** Maximum length of a text that is composed: a run of combining marks takes quadratic time. */
const MAX_COMPOSED = 10_000;
/** Maximum length of a text that is normalised: a megabyte takes longer than a frame. */
const MAX_NORMALISED = 100_000;
/** `String.fromCodePoint` throws above this code point. */
const LAST_CODE_POINT = 0x10ffff;

const decode = (_: string, name?: string, decimal?: string, hexadecimal?: string) => {
  if (name !== undefined) return NAMED[name.toLowerCase()] ?? '';
  const codePoint = decimal === undefined ? parseInt(hexadecimal ?? '', 16) : Number(decimal);
  return String.fromCodePoint(Math.min(codePoint, LAST_CODE_POINT));
};

/**
 * Returns a text for comparisons: HTML-decoded, with normalised Unicode and white space, and
 * without tags if `removesTags`. Returns `text` itself if it is too long or nothing would be left.
 */
export function normaliseText(text: string, removesTags = true): string {
  if (text.length > MAX_NORMALISED) return text;
  const decoded = text.replace(/&(?:(?:amp|#38|#x26);)+/gi, '&').replace(REFERENCE, decode);
  const untagged = removesTags ? decoded.replace(TAG, '') : decoded;
  const composed = untagged.length > MAX_COMPOSED ? untagged : untagged.normalize();
  return composed.replace(/\s+/g, ' ').trim() || text;
}

/** Returns whether a text has no visible character (S5). U+2800 is Braille without dots. */
export const isBlankText = (text: string): boolean =>
  !/[^\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]/u.test(text);
