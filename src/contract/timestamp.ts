const ENDS_WITH_ZONE = /(?:z|[+-]\d{2}:?\d{2})$/i;
const UTC = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,3})\d*)?Z?$/;
const YEAR_2000 = Date.UTC(2000);

/**
 * Parses a server's time (S3). A time without a zone is UTC.
 * @param value ISO 8601, with any number of fraction digits
 * @returns the instant as `YYYY-MM-DDTHH:MM:SS.mmmZ`, or null if the value is not a usable time. A
 * time before the year 2000 is the default of a time that was never set
 */
export function parseTimestamp(value: unknown): string | null {
  if (typeof value !== 'string' || !value.includes('T')) return null;
  // Fast path for .NET's format: trim or pad the fraction. `Date` is too slow for long histories.
  const [, seconds, fraction = ''] = UTC.exec(value) ?? [];
  if (seconds !== undefined) {
    const utc = `${seconds}.${fraction.padEnd(3, '0')}Z`;
    return Date.parse(utc) >= YEAR_2000 ? utc : null;
  }
  const milliseconds = Date.parse(ENDS_WITH_ZONE.test(value) ? value : `${value}Z`);
  return milliseconds >= YEAR_2000 ? new Date(milliseconds).toISOString() : null;
}
