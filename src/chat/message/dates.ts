import { chatStrings } from '../../ui/chatStrings';

/** Returns the start of the day `days` later, in local time. Times are in ms since 1970. */
export function startOfDay(time: number, days = 0): number {
  const date = new Date(time);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + days).getTime();
}

const dayAndMonth = (date: Date) =>
  `${date.getDate()} ${chatStrings.months[date.getMonth()] ?? ''}`;

/** Formats a date with its year. @param time in ms since 1970 */
export function formatDate(time: number): string {
  const date = new Date(time);
  return `${dayAndMonth(date)} ${date.getFullYear()}`;
}

/** Formats the time of day as HH:MM (S2), in the customer's time zone. */
export const formatTime = (timestamp: string): string =>
  new Date(timestamp).toTimeString().slice(0, 5);

/** Returns the heading of a day's messages (S2). Both times are in ms since 1970. */
export function formatDay(time: number, now: number): string {
  const day = startOfDay(time);
  if (day === startOfDay(now)) return chatStrings.today;
  if (day === startOfDay(now, -1)) return chatStrings.yesterday;
  const date = new Date(time);
  const isThisYear = date.getFullYear() === new Date(now).getFullYear();
  return isThisYear ? dayAndMonth(date) : formatDate(time);
}
