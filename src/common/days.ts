import { strings } from './strings';

const twoDigits = (value: number) => String(value).padStart(2, '0');

const startOfDay = (date: Date) =>
  new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();

/** Hours and minutes (spec 2) on the customer's own clock, 24 hours. */
export function timeOf(timestamp: string): string {
  const date = new Date(timestamp);
  return `${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`;
}

/**
 * The heading of the day that a message belongs to: today, yesterday, or the date, with its year
 * where that is another than the present one.
 * @param now milliseconds since 1970
 */
export function dayOf(timestamp: string, now: number): string {
  const date = new Date(timestamp);
  const today = new Date(now);
  const yesterday = new Date(today.getFullYear(), today.getMonth(), today.getDate() - 1);
  if (startOfDay(date) === startOfDay(today)) return strings.today;
  if (startOfDay(date) === startOfDay(yesterday)) return strings.yesterday;
  const day = `${String(date.getDate())} ${strings.months[date.getMonth()] ?? ''}`;
  const isThisYear = date.getFullYear() === today.getFullYear();
  return isThisYear ? day : `${day} ${String(date.getFullYear())}`;
}
