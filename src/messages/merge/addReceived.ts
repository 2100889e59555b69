import type { Message } from '../../contract/message';
import {
  hasSameContent,
  isEntryOf,
  isNear,
  isPending,
  isPostedAt,
  showPending,
  type Entry,
} from './entries';

function findEchoed(entries: Entry[], echo: Message): Entry | undefined {
  const hasContent = ({ message }: Entry) => hasSameContent(message, echo);
  return (
    entries.findLast((entry) => isEntryOf(entry, echo)) ??
    entries.findLast((entry) => isPostedAt(entry, echo.timestamp)) ??
    // Echoes arrive in the order of sending, so the oldest `sent` entry matches.
    entries.find((entry) => entry.status === 'sent' && hasContent(entry)) ??
    // Older POSTs of this content have probably failed, so the newest `pending` entry matches.
    entries.findLast((entry) => isPending(entry) && hasContent(entry)) ??
    // Another tab has passed the message, and the hub passes it under the server's time.
    entries.findLast(
      (entry) =>
        entry.status === 'live' &&
        entry.postedAt === undefined &&
        hasContent(entry) &&
        isNear(entry.message, echo),
    )
  );
}

const findInHistory = (entries: Entry[], message: Message): Entry | undefined =>
  entries.findLast((entry) => entry.status === 'history' && isEntryOf(entry, message));

function addOne(entries: Entry[], message: Message, userId: number, key: number): Entry[] {
  const isOwn = message.fromUserId === userId;
  const known = isOwn ? findEchoed(entries, message) : findInHistory(entries, message);
  if (!known) return [...entries, { key, message, status: 'live' }];
  if (known.status === 'live') return entries;
  if (isPending(known)) return showPending(entries, known, key, 'live');
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
export const addReceived = (
  entries: Entry[],
  messages: Message[],
  userId: number,
  nextKey: number,
): Entry[] =>
  messages.reduce(
    (list, message, index) => addOne(list, message, userId, nextKey + index),
    entries,
  );
