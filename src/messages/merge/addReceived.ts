import { hasSameContent, isEntryOf, isPostedAt, showPending, type Entry } from './entries';
import type { Message } from '../../contract/message';

function findEchoed(entries: Entry[], echo: Message): Entry | undefined {
  const hasContent = ({ message }: Entry) => hasSameContent(message, echo);
  return (
    entries.findLast((entry) => isEntryOf(entry, echo)) ??
    entries.findLast((entry) => isPostedAt(entry, echo.timestamp)) ??
    // Echoes arrive in the order of sending, so the oldest `sent` entry matches.
    entries.find((entry) => entry.status === 'sent' && hasContent(entry)) ??
    // Older POSTs of this content have probably failed, so the newest `pending` entry matches.
    entries.findLast((entry) => entry.status === 'pending' && hasContent(entry))
  );
}

const findInHistory = (entries: Entry[], message: Message): Entry | undefined =>
  entries.findLast((entry) => entry.status === 'history' && isEntryOf(entry, message));

function addOne(entries: Entry[], message: Message, userId: number, key: number): Entry[] {
  const isOwn = message.fromUserId === userId;
  const known = isOwn ? findEchoed(entries, message) : findInHistory(entries, message);
  if (!known) return [...entries, { key, message, status: 'live' }];
  if (known.status === 'live') return entries;
  if (known.status === 'pending') return showPending(entries, known, key, 'live');
  return entries.map((entry) => (entry === known ? { ...known, status: 'live' } : entry));
}

/**
 * Adds live messages in order. An own message that the list already has is an echo. An operator's
 * message duplicates only a history message: two equal live ones of the operator are two messages.
 *
 * | entry of the message | result                          |
 * | -------------------- | ------------------------------- |
 * | none                 | a new live entry at the end     |
 * | live                 | unchanged                       |
 * | history, sent        | live, in its place              |
 * | pending              | live, at the end, as a new row  |
 *
 * @param nextKey the first free key; each message uses one key
 * @returns `entries` itself if nothing changes
 */
export function addReceived(
  entries: Entry[],
  messages: Message[],
  userId: number,
  nextKey: number,
): Entry[] {
  // A search of 10,000 entries for each message takes a frame. A loop is twice as fast as `filter`.
  const times = new Set(messages.map(({ timestamp }) => timestamp));
  const canMatch = ({ message, status, postedAt }: Entry) =>
    times.has(message.timestamp) ||
    status === 'pending' ||
    status === 'sent' ||
    (postedAt !== undefined && times.has(postedAt));
  const candidates: Entry[] = [];
  for (const entry of entries) if (canMatch(entry)) candidates.push(entry);
  const updated = messages.reduce(
    (list, message, index) => addOne(list, message, userId, nextKey + index),
    candidates,
  );
  if (updated === candidates) return entries;
  const added = updated.filter(({ key }) => key >= nextKey);
  if (candidates.length === 0) return [...entries, ...added];
  const byKey = new Map(updated.map((entry) => [entry.key, entry]));
  const inPlace = entries
    .map((entry) => (canMatch(entry) ? byKey.get(entry.key) : entry))
    .filter((entry) => entry !== undefined);
  return [...inPlace, ...added];
}
