import type { Message } from '../../contract/message';
import { matchesOtherTimestamp, isPending, isPostedBy, type Entry } from './entry';

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

/** Ends a failed POST: removes its entry if it was rejected, and makes the entry `unclear` if not. */
export const endFailedPost = (
  entries: Entry[],
  { timestamp }: Message,
  isRejected: boolean,
): Entry[] =>
  entries.flatMap((entry) => {
    if (!isPending(entry) || !matchesOtherTimestamp(entry, timestamp)) return entry;
    return isRejected ? [] : { ...entry, status: 'unclear' };
  });
