import { contentOf, isSameMessage, type Message } from '../common/message';

/** A message in the list. The key is its own for as long as it is shown; rows are kept by it. */
export interface Entry {
  key: number;
  message: Message;
  /**
   * What is known of it:
   * - unanswered: was posted, and the answer is open or lost. It is not shown.
   * - sent: was posted and taken; its echo may still be on the way.
   * - history: came with the history; its live copy may still be on the way.
   * - live: no other copy is to come.
   */
  origin: 'unanswered' | 'sent' | 'history' | 'live';
  /** The time that its POST carried, by which it is known again where the server re-stamps. */
  postedAt?: string | null;
}

/** Whether both say the same, whenever they were sent. */
export const hasSameContent = (a: Message, b: Message) => contentOf(a) === contentOf(b);

/** Whether this is the entry of exactly this message, as it stands there or as it was posted. */
export const isEntryOf = ({ message, postedAt }: Entry, other: Message) =>
  isSameMessage(message, other) || (postedAt === other.timestamp && hasSameContent(message, other));

/** The list with a posted message shown at its end, as a row that was not there before. */
export const reveal = (
  entries: Entry[],
  posted: Entry,
  key: number,
  origin: Entry['origin'],
): Entry[] => [...entries.filter((other) => other !== posted), { ...posted, key, origin }];

/** Remembers a message whose POST begins. */
export function addPosted(entries: Entry[], message: Message, key: number): Entry[] {
  return [...entries, { key, message, origin: 'unanswered', postedAt: message.timestamp }];
}

/** Shows a message whose POST has succeeded, unless hub or history have brought it before the answer. */
export function addSent(entries: Entry[], message: Message, key: number): Entry[] {
  const posted = entries.findLast((entry) => isEntryOf(entry, message));
  if (posted && posted.origin !== 'unanswered') return entries;
  const entry = posted ?? { key, message, origin: 'sent', postedAt: message.timestamp };
  return reveal(entries, entry, key, 'sent');
}

/** What the customer sees. */
export const shownOf = (entries: Entry[]) =>
  entries.filter(({ origin }) => origin !== 'unanswered');

/** Whether two lists show the same rows. */
export function isSameList(a: Entry[], b: Entry[]): boolean {
  return (
    a.length === b.length &&
    a.every(({ key, message }, index) => b[index]?.key === key && b[index].message === message)
  );
}
