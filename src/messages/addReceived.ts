import type { Message } from '../common/message';
import { hasSameContent, isEntryOf, reveal, type Entry } from './entries';

const replace = (entries: Entry[], old: Entry, entry: Entry) =>
  entries.map((other) => (other === old ? entry : other));

/** The entry that an own message from the hub is a copy of: by identity, else what waits for an echo. */
function echoed(entries: Entry[], message: Message): Entry | undefined {
  const isCopy = (entry: Entry) => hasSameContent(entry.message, message);
  return (
    entries.findLast((entry) => isEntryOf(entry, message)) ??
    entries.find((entry) => entry.origin === 'sent' && isCopy(entry)) ??
    entries.findLast((entry) => entry.origin === 'unanswered' && isCopy(entry))
  );
}

/**
 * Brings in a message that the hub delivered. The user's own is an echo where it stands in the list;
 * another's is there already only where the history was faster than the hub, for two equal messages
 * of the operator are two messages.
 * @param key for a row that was not there before
 */
function addReceived(
  entries: Entry[],
  message: Message,
  userId: number | null,
  key: number,
): Entry[] {
  const isOwn = message.fromUserId === userId;
  const known = isOwn
    ? echoed(entries, message)
    : entries.findLast((entry) => entry.origin === 'history' && isEntryOf(entry, message));
  if (!known) return [...entries, { key, message, origin: 'live' }];
  if (known.origin === 'unanswered') return reveal(entries, known, key, 'live');
  return known.origin === 'live' ? entries : replace(entries, known, { ...known, origin: 'live' });
}

/**
 * Brings in what the hub delivered, message by message.
 * @param nextKey the first of as many keys for rows that were not there before
 */
export const addAllReceived = (
  entries: Entry[],
  messages: Message[],
  userId: number | null,
  nextKey: number,
): Entry[] =>
  messages.reduce(
    (list, message, index) => addReceived(list, message, userId, nextKey + index),
    entries,
  );
