import { contentKey, isSameMessage, type Message } from './message';

/** A message in the list. */
export interface Entry {
  /** The React key of the row. It stays the same for as long as the row is visible. */
  key: number;
  message: Message;
  /**
   * - pending: its POST has not been accepted. Not visible, but the server may have stored it.
   * - sent: its POST was accepted. An echo may follow.
   * - history: the message came with the history. A live duplicate may follow.
   * - live: no duplicate follows.
   */
  origin: 'pending' | 'sent' | 'history' | 'live';
  /** Timestamp of the POST. Identifies the message after the server has re-stamped it. */
  postedAt?: string | null;
}

/** Compares all fields but the timestamp. */
export const hasSameContent = (a: Message, b: Message) => contentKey(a) === contentKey(b);

/** Returns whether an entry holds this message, under its timestamp or under `postedAt`. */
export const isEntryOf = ({ message, postedAt }: Entry, other: Message) =>
  isSameMessage(message, other) || (postedAt === other.timestamp && hasSameContent(message, other));

/** Moves a pending entry to the end and makes it visible, as a new row. */
export const showPending = (
  entries: Entry[],
  pending: Entry,
  key: number,
  origin: Entry['origin'],
): Entry[] => [...entries.filter((other) => other !== pending), { ...pending, key, origin }];

/** Adds a message whose POST begins. */
export function addPending(entries: Entry[], message: Message, key: number): Entry[] {
  return [...entries, { key, message, origin: 'pending', postedAt: message.timestamp }];
}

/** Shows a message whose POST was accepted, unless an echo or the history has already shown it. */
export function addSent(entries: Entry[], message: Message, key: number): Entry[] {
  const posted = entries.findLast((entry) => isEntryOf(entry, message));
  if (posted && posted.origin !== 'pending') return entries;
  const entry = posted ?? { key, message, origin: 'sent', postedAt: message.timestamp };
  return showPending(entries, entry, key, 'sent');
}

/**
 * Adds a message that another tab has sent. The hub's echo may already be in the list, with another
 * time if the server re-stamps.
 */
export function addSentElsewhere(entries: Entry[], message: Message, key: number): Entry[] {
  const echo = entries.findLast(
    (entry) =>
      entry.origin === 'live' &&
      entry.postedAt === undefined &&
      hasSameContent(entry.message, message),
  );
  if (!echo || entries.some((entry) => isEntryOf(entry, message))) {
    return addSent(entries, message, key);
  }
  const acknowledged: Entry = { ...echo, postedAt: message.timestamp };
  return entries.map((entry) => (entry === echo ? acknowledged : entry));
}

/** Returns the entries that have a row: all but the pending ones. */
export const visibleEntries = (entries: Entry[]) =>
  entries.filter(({ origin }) => origin !== 'pending');

/** Returns the number of messages with this text that the user has sent. */
export const countOwnCopies = (entries: Entry[], userId: number, text: string) =>
  entries.filter(({ message }) => message.fromUserId === userId && message.text === text).length;

/** Returns whether two lists render the same rows. */
export function hasSameRows(a: Entry[], b: Entry[]): boolean {
  return (
    a.length === b.length &&
    a.every(({ key, message }, index) => b[index]?.key === key && b[index].message === message)
  );
}
