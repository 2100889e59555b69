import { parseTimestamp } from '../../../src/contract/timestamp';

describe('parseTimestamp', () => {
  test.each([
    ['UTC without a zone (S3)', '2026-03-05T10:00:00', '2026-03-05T10:00:00.000Z'],
    ['UTC with Z', '2026-03-05T10:00:00Z', '2026-03-05T10:00:00.000Z'],
    ['an offset', '2026-03-05T10:00:00+04:00', '2026-03-05T06:00:00.000Z'],
    ['a negative offset', '2026-03-05T22:00:00-03:30', '2026-03-06T01:30:00.000Z'],
    ['an offset without a colon', '2026-03-05T10:00:00+0400', '2026-03-05T06:00:00.000Z'],
    ['an offset without minutes', '2026-03-05T10:00:00+04', '2026-03-05T06:00:00.000Z'],
    ['a fraction and such an offset', '2026-03-05T10:00:00.5-03', '2026-03-05T13:00:00.500Z'],
    ['a space in place of the T', '2026-03-05 10:00:00', '2026-03-05T10:00:00.000Z'],
    ['a lower-case t and z', '2026-03-05t10:00:00.25z', '2026-03-05T10:00:00.250Z'],
    ['a comma as the decimal mark', '2026-03-05T10:00:00,1234567Z', '2026-03-05T10:00:00.123Z'],
    ['seven fraction digits', '2026-03-05T10:00:00.1234567', '2026-03-05T10:00:00.123Z'],
    ['no seconds', '2026-03-05T10:00', '2026-03-05T10:00:00.000Z'],
    ['the start of the year 2000', '2000-01-01T00:00:00', '2000-01-01T00:00:00.000Z'],
    ['a leap day', '2028-02-29T23:59:59.999', '2028-02-29T23:59:59.999Z'],
  ])('parses %s: %s', (_, given, expected) => expect(parseTimestamp(given)).toBe(expected));

  test.each([
    ['yesterday'],
    ['2026-03-05'],
    ['Thu, 05 Mar 2026 10:00:00 GMT'],
    ['2026-03-05T10:00:00 UTC'],
    ['2026-13-05T10:00:00'],
    ['0001-01-01T00:00:00+04:00'],
    ['1999-12-31T23:59:59.999Z'],
    [1_772_704_800_000],
    [['2026-03-05T10:00:00']],
  ])('returns null for %p', (given) => expect(parseTimestamp(given)).toBeNull());
});
