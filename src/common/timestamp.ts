const ENDS_WITH_ZONE = /(?:z|[+-]\d{2}:?\d{2})$/i;
const UTC = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,3})\d*)?Z?$/;

/**
 * Reads a server time (spec 3): one without a zone is UTC, as if it ended with Z.
 * @param value ISO 8601, with any number of fraction digits
 * @returns the same instant as `YYYY-MM-DDTHH:MM:SS.mmmZ`, or null where it is no usable time
 */
export function readTimestamp(value: unknown): string | null {
  if (typeof value !== 'string' || !value.includes('T')) return null;
  // What .NET writes needs no more than to be cut and filled up: a long history would wait for much else.
  const [, seconds, fraction = ''] = UTC.exec(value) ?? [];
  if (seconds !== undefined) {
    const utc = `${seconds}.${fraction.padEnd(3, '0')}Z`;
    return Number.isNaN(Date.parse(utc)) ? null : utc;
  }
  const milliseconds = Date.parse(ENDS_WITH_ZONE.test(value) ? value : `${value}Z`);
  return Number.isNaN(milliseconds) ? null : new Date(milliseconds).toISOString();
}
