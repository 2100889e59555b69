import { formatDay, formatTime } from '../../../../src/chat/message/dates';

/** @returns the ISO time of a date and time in the customer's time zone */
const local = (...parts: [number, number, number, number?, number?, number?]) =>
  new Date(...parts).toISOString();

const now = new Date(2026, 2, 5, 15, 30).getTime();

test.each([
  [0, 0, '00:00'],
  [13, 7, '13:07'],
])('formatTime shows %d h %d min as %s', (hours, minutes, shown) =>
  expect(formatTime(local(2026, 2, 5, hours, minutes, 59))).toBe(shown),
);

describe('formatDay', () => {
  test.each([
    ['the first minute of today', local(2026, 2, 5, 0, 0), 'Bu gün'],
    ['the last minute of today', local(2026, 2, 5, 23, 59), 'Bu gün'],
    ['the last minute of yesterday', local(2026, 2, 4, 23, 59), 'Dünən'],
    ['the first minute of yesterday', local(2026, 2, 4, 0, 0), 'Dünən'],
    ['the day before yesterday', local(2026, 2, 3, 23, 59), '3 mart'],
    ['tomorrow, from a server clock that is ahead', local(2026, 2, 6, 0, 0), '6 mart'],
    ['the same day of another month', local(2026, 1, 5), '5 fevral'],
    ['the same day of another year', local(2025, 2, 5), '5 mart 2025'],
    ['the end of last year', local(2025, 11, 31, 23, 59), '31 dekabr 2025'],
  ])('labels %s', (_, timestamp, heading) =>
    expect(formatDay(Date.parse(timestamp), now)).toBe(heading),
  );

  test.each([
    ['the first day of a month', local(2026, 2, 1, 8), local(2026, 1, 28, 22)],
    ['New Year', local(2026, 0, 1, 0, 30), local(2025, 11, 31, 23, 30)],
  ])('finds yesterday on %s', (_, today, yesterday) =>
    expect(formatDay(Date.parse(yesterday), Date.parse(today))).toBe('Dünən'),
  );

  test.each(
    'yanvar fevral mart aprel may iyun iyul avqust sentyabr oktyabr noyabr dekabr'
      .split(' ')
      .map((name, month): [number, string] => [month, name]),
  )('calls month %d %s', (month, name) =>
    expect(formatDay(Date.parse(local(2020, month, 17, 12)), now)).toBe(`17 ${name} 2020`),
  );
});
