import type { Message } from '../../contract/message';
import { isPending, nextKey, type Entry } from './entry';
import { findEntry } from './matchRules';

/** Maximum entries that are searched for each message. A search of 10,000 drops frames in a burst. */
const MAX_SEARCHED = 1_000;

function addOne(entries: Entry[], received: Entry, userId: number): Entry[] {
  const { message } = received;
  const known = findEntry(entries.slice(-MAX_SEARCHED), message, 'hub', userId);
  if (!known) return [...entries, received];
  if (known.status === 'live') return entries;
  const live: Entry = { ...known, status: 'live' };
  // A repeated delivery, or a POST that another tab reports, can have this time and not the entry's.
  if (message.timestamp !== known.message.timestamp) live.hubTime = message.timestamp;
  if (isPending(known)) return [...entries.filter((entry) => entry !== known), live];
  return entries.map((entry) => (entry === known ? live : entry));
}

/**
 * Adds live messages in order. A message that matches an entry is a duplicate: an echo, or a message
 * that was delivered again. In doubt there is one row, because the next history corrects the list.
 * The entry of a duplicate becomes live: in its place or, if it was pending, as the last row.
 * @param isNew whether the messages are new to the customer
 * @returns `entries` itself if nothing changes
 */
export function addReceived(entries: Entry[], messages: Message[], userId: number, isNew = false) {
  const firstKey = nextKey(entries);
  const fields = { status: 'live' as const, ...(isNew && { isNew }) };
  return messages.reduce(
    (list, message, index) => addOne(list, { ...fields, key: firstKey + index, message }, userId),
    entries,
  );
}
