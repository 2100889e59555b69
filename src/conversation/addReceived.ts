import { hasSameContent, isEntryOf, isPostedAt, showPending, type Entry } from './entries';
import type { Message } from './message';

/**
 * Finds the entry of an echo: the entry with the same content and time; else the entry that was
 * posted at this instant; else the oldest sent entry with this content; else the newest pending
 * entry with this content.
 */
function findEchoed(entries: Entry[], echo: Message): Entry | undefined {
  const hasContent = ({ message }: Entry) => hasSameContent(message, echo);
  return (
    entries.findLast((entry) => isEntryOf(entry, echo)) ??
    entries.findLast((entry) => isPostedAt(entry, echo.timestamp)) ??
    entries.find((entry) => entry.origin === 'sent' && hasContent(entry)) ??
    entries.findLast((entry) => entry.origin === 'pending' && hasContent(entry))
  );
}

/** Finds the last history entry with the content and the time of an operator's message. */
const findInHistory = (entries: Entry[], message: Message): Entry | undefined =>
  entries.findLast((entry) => entry.origin === 'history' && isEntryOf(entry, message));

/** Adds one message. @param key the key of a new entry */
function addOne(entries: Entry[], message: Message, userId: number, key: number): Entry[] {
  const isOwn = message.fromUserId === userId;
  const known = isOwn ? findEchoed(entries, message) : findInHistory(entries, message);
  if (!known) return [...entries, { key, message, origin: 'live' }];
  if (known.origin === 'live') return entries;
  if (known.origin === 'pending') return showPending(entries, known, key, 'live');
  return entries.map((entry) => (entry === known ? { ...known, origin: 'live' } : entry));
}

/**
 * Adds live messages in order. An own message that is already in the list is an echo. An operator's
 * message is a duplicate only of a history message: two equal live messages of the operator are two
 * messages.
 * @param nextKey the first free key; each message uses one key
 * @returns `entries` itself if nothing changes
 */
export function addReceived(
  entries: Entry[],
  messages: Message[],
  userId: number,
  nextKey: number,
): Entry[] {
  return messages.reduce(
    (list, message, index) => addOne(list, message, userId, nextKey + index),
    entries,
  );
}
