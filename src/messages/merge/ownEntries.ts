import { hasSameContent, type Message } from '../../contract/message';
import { hasPostOf, isPending, isPostOf, nextKey, type Entry } from './entry';
import { findEntry } from './matchRules';

/** How far a POST is: in flight, or its result. Neither accepted nor rejected is unclear. */
export type PostStage = 'posting' | 'accepted' | 'rejected' | 'unclear';

const replaceEntry = (entries: Entry[], known: Entry, changes: Partial<Entry>) =>
  entries.map((entry) => (entry === known ? { ...known, ...changes } : entry));

/** Returns whether a row was matched by its content alone to a POST that was not accepted. */
const isMatchedByContent = ({ message, postedAt, hubTime, ...entry }: Entry) =>
  postedAt !== undefined &&
  (hubTime ?? message.timestamp) !== postedAt &&
  !entry.isAccepted &&
  !isPending(entry);

/** Shows the message of a POST. @param posted its entry; missing if its beginning was not reported */
function accept(entries: Entry[], posted: Entry | undefined, accepted: Omit<Entry, 'key'>) {
  const { message, status, ...fields } = accepted;
  if (!posted) {
    const known = findEntry(entries, message, 'tab', message.fromUserId);
    if (known) return replaceEntry(entries, known, fields);
    return [...entries, { ...accepted, key: nextKey(entries) }];
  }
  // POST 1 of a text is unclear, and the echo of POST 2 was matched to the entry of POST 1. POST 2
  // is now accepted, so the entries swap their POSTs: 2 has the row, and 1 is still pending.
  const echoed = entries
    .slice(entries.indexOf(posted))
    .find((entry) => isMatchedByContent(entry) && hasSameContent(entry.message, message));
  if (!echoed)
    return [...entries.filter((entry) => entry !== posted), { ...posted, ...fields, status }];
  const { postedAt: timestamp = null } = echoed;
  const stillPending = { message: { ...posted.message, timestamp }, postedAt: timestamp };
  return replaceEntry(replaceEntry(entries, echoed, fields), posted, stillPending);
}

/**
 * Updates the entry of a POST, in this tab or in another one, as src/README.md lists. An entry that an
 * echo or a history has shown keeps its place. Any other accepted entry becomes the last row.
 * The reports of another tab can be missing, duplicated or late.
 * @returns `entries` itself if nothing changes
 */
export function updatePost(entries: Entry[], message: Message, stage: PostStage): Entry[] {
  const posted = entries.findLast((entry) => isPostOf(entry, message));
  const fields = { postedAt: message.timestamp };
  const isAccepted = stage === 'accepted';
  if (posted && !isPending(posted)) {
    const isNews = posted.postedAt === undefined || (isAccepted && !posted.isAccepted);
    const changes = { ...fields, ...(isAccepted && { isAccepted }) };
    return isNews ? replaceEntry(entries, posted, changes) : entries;
  }
  if (isAccepted)
    return accept(entries, posted, { ...fields, message, status: 'sent', isAccepted });
  if (stage === 'posting' && !posted)
    return [...entries, { ...fields, key: nextKey(entries), message, status: stage }];
  if (stage === 'unclear' && posted) return replaceEntry(entries, posted, { status: stage });
  return stage === 'rejected' && posted ? entries.filter((entry) => entry !== posted) : entries;
}

/** Returns the number of own messages with the content of this one. */
export const countCopies = (entries: Entry[], message: Message): number =>
  entries.filter((entry) => hasSameContent(entry.message, message)).length;

/** Returns the first free timestamp from now on, because a clock can go back or in steps. */
export function freeTimestamp(entries: Entry[], userId: number): string {
  const at = (time: number): string => {
    const timestamp = new Date(time).toISOString();
    return hasPostOf(entries, userId, timestamp) ? at(time + 1) : timestamp;
  };
  return at(Date.now());
}
