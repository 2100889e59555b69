/** Captures date, hours and minutes, seconds, three fraction digits, and the offset's two parts. */
const ISO_8601 =
  /^(\d{4}-\d\d-\d\d)[Tt ](\d\d:\d\d)(:\d\d)?(?:[.,](\d{1,3})\d*)?(?:[Zz]|([+-]\d\d)(?::?(\d\d))?)?$/;
const YEAR_2000 = Date.UTC(2000);

/**
 * Parses a server's time (S3). A time without a zone is UTC.
 * @param value ISO 8601 or RFC 3339, with any number of fraction digits
 * @returns the instant as `YYYY-MM-DDTHH:MM:SS.mmmZ`, or null if the value is not a usable time. A
 * time before the year 2000 is the default of a time that was never set
 */
export function parseTimestamp(value: unknown): string | null {
  const match = typeof value === 'string' ? ISO_8601.exec(value) : null;
  if (!match) return null;
  const [, date = '', time = '', seconds = ':00', fraction = '', hours, minutes = '00'] = match;
  const local = `${date}T${time}${seconds}.${fraction.padEnd(3, '0')}`;
  const milliseconds = Date.parse(local + (hours === undefined ? 'Z' : `${hours}:${minutes}`));
  if (!(milliseconds >= YEAR_2000)) return null;
  // `toISOString` is too slow for long histories, whose times usually have no offset.
  return hours === undefined ? `${local}Z` : new Date(milliseconds).toISOString();
}
