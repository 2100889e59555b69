import { hasSameContent, type Message } from '../../contract/message';
import { hasPosted, isPending, isPostedBy, nextKey, type Entry } from './entry';
import { findEntry } from './rules';

/** How far a POST is: in flight, or its result. Neither accepted nor rejected is unclear. */
export type PostStage = 'posting' | 'accepted' | 'rejected' | 'unclear';

/** Returns whether a row was matched by its content alone to a POST that was not accepted. */
const isTaken = ({ message, postedAt, hubTime = message.timestamp, ...entry }: Entry) =>
  postedAt !== undefined && hubTime !== postedAt && !entry.isAccepted && !isPending(entry);

/**
 * Updates the entry of a POST, in this tab or in another one.
 *
 * | stage    | entry                                                                    |
 * | -------- | ------------------------------------------------------------------------ |
 * | posting  | added, not visible                                                       |
 * | accepted | visible as a new row at the end, unless an echo or a history has shown it |
 * | rejected | removed                                                                  |
 * | unclear  | kept, not visible                                                        |
 *
 * @param isElsewhere whether another tab posts. Its reports can be missing, doubled or late.
 * @returns `entries` itself if nothing changes
 */
export function updatePost(
  entries: Entry[],
  message: Message,
  stage: PostStage,
  isElsewhere = false,
): Entry[] {
  const posted = entries.findLast((entry) => isPostedBy(entry, message));
  const others = posted ? entries.filter((entry) => entry !== posted) : entries;
  const replace = (known: Entry, changes: Partial<Entry>) =>
    entries.map((entry) => (entry === known ? { ...known, ...changes } : entry));
  const isAccepted = stage === 'accepted';
  const fields = {
    postedAt: message.timestamp,
    ...(isAccepted && { isAccepted }),
    ...(isElsewhere && { isElsewhere }),
  };
  // An echo or a history has already shown it.
  if (posted && !isPending(posted))
    return posted.postedAt === undefined || isAccepted ? replace(posted, fields) : entries;
  if (stage === 'rejected') return others;
  if (stage === 'unclear') return posted ? replace(posted, { status: stage }) : entries;
  if (stage === 'posting')
    return posted
      ? entries
      : [...entries, { ...fields, key: nextKey(entries), message, status: stage }];
  if (!posted) {
    const known = findEntry(entries, message, 'tab', message.fromUserId);
    return known
      ? replace(known, fields)
      : [...entries, { ...fields, key: nextKey(entries), message, status: 'sent' }];
  }
  // An equal POST has ended without a response, and its entry was taken for the echo of this one.
  const taken = entries
    .slice(entries.indexOf(posted))
    .find((entry) => isTaken(entry) && hasSameContent(entry.message, message));
  if (!taken) return [...others, { ...posted, ...fields, status: 'sent' }];
  return entries.map((entry) => {
    if (entry === taken) return { ...taken, ...fields };
    const { postedAt: timestamp = null } = taken;
    return entry === posted
      ? { ...posted, message: { ...posted.message, timestamp }, postedAt: timestamp }
      : entry;
  });
}

/** Returns the number of own messages with the content of this one. */
export const countCopies = (entries: Entry[], message: Message): number =>
  entries.filter((entry) => hasSameContent(entry.message, message)).length;

/**
 * Returns the present time as the timestamp of a message. No own message of the list has it, although a
 * clock can be set back or go in steps.
 */
export function freeTimestamp(entries: Entry[], userId: number): string {
  const at = (time: number): string => {
    const timestamp = new Date(time).toISOString();
    return hasPosted(entries, userId, timestamp) ? at(time + 1) : timestamp;
  };
  return at(Date.now());
}
