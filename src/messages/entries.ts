import { isSameMessage, type Message } from '../common/message';

/** A message in the list. The key is its own for as long as it is there; rows are kept by it. */
export interface Entry {
  key: number;
  message: Message;
  /** Came with the history, so its live copy may still be on the way. */
  isFromHistory: boolean;
}

/**
 * Brings a message into the list that came by the hub or was sent. It is there already where it is
 * the user's own and stands in the list (the hub's echo), or where the history was faster than the
 * hub. Equal messages of the operator are two messages.
 * @param key the new entry's
 * @returns `entries` itself where an echo brings nothing new
 */
export function addMessage(
  entries: Entry[],
  message: Message,
  userId: number | null,
  key: number,
): Entry[] {
  const isOwn = message.fromUserId === userId;
  const known = entries.findLast(
    (entry) => (isOwn || entry.isFromHistory) && isSameMessage(entry.message, message),
  );
  if (!known) return [...entries, { key, message, isFromHistory: false }];
  if (!known.isFromHistory) return entries;
  return entries.map((entry) => (entry === known ? { ...known, isFromHistory: false } : entry));
}

/** How many of the messages came from somebody else than the user. */
export function countIncoming(entries: Entry[], userId: number | null): number {
  return entries.filter(({ message }) => message.fromUserId !== userId).length;
}
