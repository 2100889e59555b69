import { contentOf, isSameMessage, type Message } from '../common/message';

/** A message in the list. The key is its own for as long as it is there; rows are kept by it. */
export interface Entry {
  key: number;
  message: Message;
  /**
   * - history: came with the history, so its live copy may still be on the way.
   * - live: arrived by the hub, or was sent.
   * - unanswered: was posted, and the answer is open or lost. It is not shown; what the provider
   *   then brings of it is known by it.
   */
  origin: 'history' | 'live' | 'unanswered';
}

/** The list with one entry shown at its end. */
const showLast = (entries: Entry[], shown: Entry): Entry[] => [
  ...entries.filter(({ key }) => key !== shown.key),
  { ...shown, origin: 'live' },
];

/**
 * Brings in a message that the hub delivered. The user's own is there already where it stands in
 * the list (the hub's echo); another's only where the history was faster than the hub. Equal
 * messages of the operator are two messages.
 * @param key for a new entry
 * @returns `entries` itself where nothing is new
 */
export function addReceived(
  entries: Entry[],
  message: Message,
  userId: number | null,
  key: number,
): Entry[] {
  const isOwn = message.fromUserId === userId;
  const known = entries.findLast(
    (entry) => (isOwn || entry.origin === 'history') && isSameMessage(entry.message, message),
  );
  const isCopy = ({ origin, message: posted }: Entry) =>
    origin === 'unanswered' && contentOf(posted) === contentOf(message);
  const posted = known ?? (isOwn ? entries.find(isCopy) : undefined);
  if (!posted) return [...entries, { key, message, origin: 'live' }];
  if (posted.origin === 'unanswered') return showLast(entries, { ...posted, message });
  if (isOwn) return entries;
  return entries.map((entry) => (entry === posted ? { ...entry, origin: 'live' } : entry));
}

/** Remembers a message whose POST begins. */
export function addPosted(entries: Entry[], message: Message, key: number): Entry[] {
  return [...entries, { key, message, origin: 'unanswered' }];
}

/**
 * Shows a message whose POST has succeeded, unless history or hub have brought it before the answer.
 * @param posted the key that it was remembered under
 * @param key for a new entry, where a history without it has made the list forget it
 */
export function addSent(
  entries: Entry[],
  message: Message,
  posted: number | null,
  key: number,
): Entry[] {
  const known = entries.find((entry) => entry.key === posted);
  if (known && known.origin !== 'unanswered') return entries;
  return showLast(entries, known ?? { key, message, origin: 'live' });
}

/** What the customer sees. */
export function shownOf(entries: Entry[]): Entry[] {
  return entries.filter(({ origin }) => origin !== 'unanswered');
}

/** How many of the messages came from somebody else than the user. */
export function countIncoming(entries: Entry[], userId: number | null): number {
  return entries.filter(({ message }) => message.fromUserId !== userId).length;
}
