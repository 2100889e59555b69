import { chatStrings } from '../../shared/chatStrings';

const twoDigits = (value: number) => String(value).padStart(2, '0');

const startOfDay = (date: Date) =>
  new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();

const dayAndMonth = (date: Date) =>
  `${String(date.getDate())} ${chatStrings.months[date.getMonth()] ?? ''}`;

/** Formats a date with its year. */
export const formatDate = (date: Date): string =>
  `${dayAndMonth(date)} ${String(date.getFullYear())}`;

/** Formats the time of day as HH:MM (S2), in the customer's time zone. */
export function formatTime(timestamp: string): string {
  const date = new Date(timestamp);
  return `${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`;
}

/**
 * Returns the heading of a day's messages: today, yesterday, or the date. The date names its year
 * unless the year is the current one.
 * @param now in ms since 1970
 */
export function formatDay(timestamp: string, now: number): string {
  const date = new Date(timestamp);
  const today = new Date(now);
  const yesterday = new Date(today.getFullYear(), today.getMonth(), today.getDate() - 1);
  if (startOfDay(date) === startOfDay(today)) return chatStrings.today;
  if (startOfDay(date) === startOfDay(yesterday)) return chatStrings.yesterday;
  const isThisYear = date.getFullYear() === today.getFullYear();
  return isThisYear ? dayAndMonth(date) : formatDate(date);
}
