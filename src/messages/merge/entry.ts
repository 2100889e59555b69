import { hasSameContent, type Message } from '../../contract/message';

/** A message in the list. */
export interface Entry {
  /** The React key of the row. It stays the same for as long as the row is visible. */
  key: number;
  message: Message;
  /**
   * - posting: its POST is in flight. Not visible, but it may be stored.
   * - unclear: its POST has ended, neither accepted nor rejected. Not visible, but it may be stored.
   * - sent: its POST was accepted. An echo may follow.
   * - history: the message came with the history. A live duplicate may follow.
   * - live: no duplicate follows.
   */
  status: 'posting' | 'unclear' | 'sent' | 'history' | 'live';
  /** Timestamp of the POST, or of the hub for an operator's message. The stored time can differ. */
  otherTimestamp?: string | null;
}

/** Maximum difference, in ms, between two times of one message, such as live and in the history. */
const RESTAMP_TOLERANCE = 10_000;

/** Maximum difference, in ms, between a timestamp and the same timestamp rounded by a database. */
export const ROUNDING_TOLERANCE = 1_000;

/** Returns whether the times of two messages differ by at most `limit` ms, or a time is missing. */
export function isNear(a: Message, b: Message, limit = RESTAMP_TOLERANCE): boolean {
  if (limit === Infinity || a.timestamp === null || b.timestamp === null) return true;
  return Math.abs(Date.parse(a.timestamp) - Date.parse(b.timestamp)) <= limit;
}

/** Returns whether an entry has this timestamp as its second one, from the POST or the hub. */
export const matchesOtherTimestamp = ({ otherTimestamp }: Entry, instant: string | null) =>
  instant !== null && otherTimestamp === instant;

/** Returns whether an entry is the message that this sender posted at this time. */
export const isPostedBy = (
  entry: Entry,
  { fromUserId, timestamp }: Pick<Message, 'fromUserId' | 'timestamp'>,
) =>
  entry.message.fromUserId === fromUserId &&
  (matchesOtherTimestamp(entry, timestamp) || entry.message.timestamp === timestamp);

/**
 * Returns whether an entry holds this message, under its timestamp or under `otherTimestamp`. Without a
 * usable time, no two messages are the same.
 */
export const isEntryOf = (entry: Entry, other: Message) =>
  other.timestamp !== null &&
  (entry.message.timestamp === other.timestamp || matchesOtherTimestamp(entry, other.timestamp)) &&
  hasSameContent(entry.message, other);

/** Returns whether two messages have the same content, and times that differ by at most 10 s. */
export const isDuplicate = (a: Message, b: Message) =>
  a.timestamp !== null && b.timestamp !== null && hasSameContent(a, b) && isNear(a, b);

export const isPending = ({ status }: Entry) => status === 'posting' || status === 'unclear';
