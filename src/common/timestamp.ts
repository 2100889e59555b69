const ENDS_WITH_ZONE = /(?:z|[+-]\d{2}:?\d{2})$/i;
const UTC_TO_THE_MILLISECOND = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3,}Z?$/;
const LENGTH_WITHOUT_ZONE = 'YYYY-MM-DDTHH:MM:SS.mmm'.length;

/**
 * Reads a server time (spec 3): one without a zone is UTC, as if it ended with Z.
 * @param value ISO 8601, with any number of fraction digits
 * @returns the same instant as `YYYY-MM-DDTHH:MM:SS.mmmZ`, or null where it is no usable time
 */
export function readTimestamp(value: unknown): string | null {
  if (typeof value !== 'string' || !value.includes('T')) return null;
  // What .NET writes needs no more than to be cut: a long history would wait for much else.
  if (UTC_TO_THE_MILLISECOND.test(value)) {
    const utc = `${value.slice(0, LENGTH_WITHOUT_ZONE)}Z`;
    return Number.isNaN(Date.parse(utc)) ? null : utc;
  }
  const milliseconds = Date.parse(ENDS_WITH_ZONE.test(value) ? value : `${value}Z`);
  return Number.isNaN(milliseconds) ? null : new Date(milliseconds).toISOString();
}
