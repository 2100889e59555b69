const REFERENCE = /&(?:(lt|gt|quot|apos|nbsp)|#(\d+)|#x([\da-f]+));/gi;
const TAG = /<\/?[a-z][^<>]*>/gi;
const NAMED: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };
/** `String.fromCodePoint` throws above this code point. */
const LAST_CODE_POINT = 0x10ffff;

const decode = (_: string, name?: string, decimal?: string, hexadecimal?: string) => {
  if (name !== undefined) return NAMED[name.toLowerCase()] ?? '';
  const codePoint = decimal === undefined ? parseInt(hexadecimal ?? '', 16) : Number(decimal);
  return String.fromCodePoint(Math.min(codePoint, LAST_CODE_POINT));
};

/** Returns a text for comparisons, without HTML encoding, tags, white space and composition. */
export function plainText(text: string): string {
  return text
    .replace(/&(?:(?:amp|#38|#x26);)+/gi, '&')
    .replace(REFERENCE, decode)
    .replace(TAG, '')
    .normalize()
    .replace(/\s+/g, ' ')
    .trim();
}
