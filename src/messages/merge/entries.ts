import { hasSameContent, imagePathOf, plainTextOf, type Message } from '../../contract/message';
import { plainText } from '../../contract/plainText';
import { isDamagedText } from './isDamagedCopy';

/** A message in the list. */
export interface Entry {
  /** The React key of the row. It stays the same for as long as the row is visible. */
  key: number;
  message: Message;
  /**
   * - posting: its POST is in flight. Not visible, but it may be stored.
   * - unclear: its POST was neither accepted nor rejected. Not visible, but it may be stored.
   * - sent: its POST was accepted. An echo may follow.
   * - history: the message came with the history. A live duplicate may follow.
   * - live: no duplicate follows.
   */
  status: 'posting' | 'unclear' | 'sent' | 'history' | 'live';
  /** Timestamp of the POST or of the hub. Identifies a message whose stored time differs. */
  otherTimestamp?: string | null;
}

/** Maximum difference, in ms, between two times of one message, such as live and in the history. */
const RESTAMP_TOLERANCE = 10_000;

/** Maximum difference, in ms, between a time and the same time as a database rounds it. */
export const ROUNDING = 1_000;

/** Returns whether the times of two messages differ by at most `limit` ms, or a time is missing. */
export function isNear(a: Message, b: Message, limit = RESTAMP_TOLERANCE): boolean {
  if (limit === Infinity || a.timestamp === null || b.timestamp === null) return true;
  return Math.abs(Date.parse(a.timestamp) - Date.parse(b.timestamp)) <= limit;
}

/** Returns whether the message of an entry was posted at this instant. */
export const hasOtherTimestamp = ({ otherTimestamp }: Entry, instant: string | null) =>
  instant !== null && otherTimestamp === instant;

/** Returns whether an entry holds what this sender posted at this instant. */
const isPostedBy = (
  entry: Entry,
  { fromUserId, timestamp }: Pick<Message, 'fromUserId' | 'timestamp'>,
) =>
  entry.message.fromUserId === fromUserId &&
  (hasOtherTimestamp(entry, timestamp) || entry.message.timestamp === timestamp);

/**
 * Returns whether an entry holds this message, under its timestamp or under `otherTimestamp`. Without a
 * usable time, no two messages are the same.
 */
export const isEntryOf = (entry: Entry, other: Message) =>
  other.timestamp !== null &&
  (entry.message.timestamp === other.timestamp || hasOtherTimestamp(entry, other.timestamp)) &&
  hasSameContent(entry.message, other);

/** Returns whether two messages have the same content, and times that differ by at most 10 s. */
export const isDuplicate = (a: Message, b: Message) =>
  a.timestamp !== null && b.timestamp !== null && hasSameContent(a, b) && isNear(a, b);

/** Moves a pending entry to the end and makes it visible, as a new row. */
export const showPending = (
  entries: Entry[],
  pending: Entry,
  key: number,
  status: Entry['status'],
): Entry[] => [...entries.filter((other) => other !== pending), { ...pending, key, status }];

/** Adds a message whose POST begins. */
export function addPending(entries: Entry[], message: Message, key: number): Entry[] {
  return [...entries, { key, message, status: 'posting', otherTimestamp: message.timestamp }];
}

/** Shows a message whose POST was accepted, unless an echo or the history has already shown it. */
export function addSent(entries: Entry[], message: Message, key: number): Entry[] {
  const posted = entries.findLast((entry) => isPostedBy(entry, message));
  if (posted && !isPending(posted)) return entries;
  const entry = posted ?? { key, message, status: 'sent', otherTimestamp: message.timestamp };
  return showPending(entries, entry, key, 'sent');
}

/** Removes the entry of a message whose POST was rejected. Marks one whose POST failed otherwise. */
export const endFailed = (entries: Entry[], { timestamp }: Message, isRejected: boolean): Entry[] =>
  entries.flatMap((entry) => {
    if (!isPending(entry) || !hasOtherTimestamp(entry, timestamp)) return entry;
    return isRejected ? [] : { ...entry, status: 'unclear' };
  });

export const isPending = ({ status }: Entry) => status === 'posting' || status === 'unclear';

/** Returns the entries that have a row: all but the pending ones. Without any, `entries` itself. */
export const visibleEntries = (entries: Entry[]) =>
  entries.some(isPending) ? entries.filter((entry) => !isPending(entry)) : entries;

/** Returns whether the list has the own message that was posted at this instant. */
export const hasPosted = (entries: Entry[], fromUserId: number, timestamp: string) =>
  entries.some((entry) => isPostedBy(entry, { fromUserId, timestamp }));

/** Returns the number of own messages with this text, also if a database has put a `?` into it. */
export function countOwnCopies(entries: Entry[], userId: number, text: string): number {
  const plain = plainText(text);
  const isCopy = (stored: string) =>
    stored === plain || (/[?\uFFFD]/.test(stored) && isDamagedText(stored, plain));
  return entries.filter(
    ({ message }) =>
      message.fromUserId === userId && message.text !== null && isCopy(plainTextOf(message)),
  ).length;
}

/** Returns the entry of a row. @param key the row's `data-key` */
export const findEntry = (entries: Entry[], key: string | undefined) =>
  entries.find((entry) => String(entry.key) === key);

/** Compares what a row shows: to the minute, and without the signature of an image's URL. */
const isSameRow = (a: Entry, b: Entry | undefined) =>
  a.key === b?.key &&
  (a.message === b.message ||
    (a.message.text === b.message.text &&
      imagePathOf(a.message) === imagePathOf(b.message) &&
      a.message.timestamp?.slice(0, 16) === b.message.timestamp?.slice(0, 16)));

/** Returns whether two lists show the same rows. */
export const hasSameRows = (a: Entry[], b: Entry[]): boolean =>
  a.length === b.length && a.every((entry, index) => isSameRow(entry, b[index]));
