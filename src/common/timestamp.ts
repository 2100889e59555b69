const ENDS_WITH_ZONE = /(?:z|[+-]\d{2}:?\d{2})$/i;

/**
 * Reads a server time (spec 3): one without a zone is UTC, as if it ended with Z.
 * @param value ISO 8601, with any number of fraction digits
 * @returns the same instant as `YYYY-MM-DDTHH:MM:SS.mmmZ`, or null where it is no usable time
 */
export function readTimestamp(value: unknown): string | null {
  if (typeof value !== 'string' || !value.includes('T')) return null;
  const milliseconds = Date.parse(ENDS_WITH_ZONE.test(value) ? value : `${value}Z`);
  return Number.isNaN(milliseconds) ? null : new Date(milliseconds).toISOString();
}
