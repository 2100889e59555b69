const MONTHS = 'yanvar fevral mart aprel may iyun iyul avqust sentyabr oktyabr noyabr dekabr'.split(
  ' ',
);

/** Groups a phone number: +994501234567 becomes +994 50 123 45 67. Leaves other names as they are. */
export const groupPhone = (username) =>
  username.replace(/^\+?994(\d\d)(\d{3})(\d\d)(\d\d)$/, '+994 $1 $2 $3 $4');

// The stand-in's times are UTC without a zone, in up to seven digits.
const toDate = (timestamp) => new Date(`${timestamp.slice(0, 19)}Z`);

/** Returns the hours and minutes of a timestamp in local time. */
export const time = (timestamp) => toDate(timestamp).toTimeString().slice(0, 5);

/** Returns whether two timestamps are on different local days. */
export const isOtherDay = (a, b) => toDate(a).toDateString() !== toDate(b).toDateString();

/** Returns the name of a timestamp's day: Bu gün, Dünən, 5 mart or 5 mart 2025. */
export function dayChip(timestamp, today = new Date()) {
  const day = toDate(timestamp);
  const yesterday = new Date(today.getFullYear(), today.getMonth(), today.getDate() - 1);
  if (day.toDateString() === today.toDateString()) return 'Bu gün';
  if (day.toDateString() === yesterday.toDateString()) return 'Dünən';
  const date = `${day.getDate()} ${MONTHS[day.getMonth()]}`;
  return day.getFullYear() === today.getFullYear() ? date : `${date} ${day.getFullYear()}`;
}

/** Splits a text at its http(s) URLs. @returns parts with a text and, for a URL, its `href` */
export const linkParts = (text) =>
  text
    .split(/(https?:\/\/[^\s<>"]*[^\s<>".,:;!?)\]}'])/)
    .map((part, index) => (index % 2 ? { text: part, href: part } : { text: part }));
