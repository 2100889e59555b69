/** An escape sequence of `JSON.stringify`, or a UTF-16 unit that .NET may escape. */
const CANDIDATE = /\\(?:u(....)|.)|[\u007f-\u00a0\u0378-\uffff]/g;
const ESCAPED = /[\p{Cc}\p{Cn}\p{Co}\p{Cs}\p{Z}\ufeff]/u;

/**
 * Writes JSON as ASP.NET Core does, with the encoder `UnsafeRelaxedJsonEscaping`. It escapes all
 * characters above U+FFFF, such as emoji, and separators, control and unassigned characters.
 */
export function toJson(value: unknown): string {
  return JSON.stringify(value).replace(CANDIDATE, (match, code?: string) => {
    if (code !== undefined) return `\\u${code.toUpperCase()}`;
    return ESCAPED.test(match) ? escapeUnit(match) : match;
  });
}

function escapeUnit(unit: string): string {
  const code = unit.charCodeAt(0).toString(16).toUpperCase();
  return `\\u${code.padStart(4, '0')}`;
}
