import { contentOf, isSameMessage, type Message } from '../common/message';

/** A message in the list. The key is its own for as long as it is shown; rows are kept by it. */
export interface Entry {
  key: number;
  message: Message;
  /**
   * What is known of it:
   * - unanswered: was posted, and the answer is open or lost. It is not shown.
   * - sent: was posted and taken; its echo may still be on the way.
   * - history: came with the history; its live copy may still be on the way.
   * - live: no other copy is to come.
   */
  origin: 'unanswered' | 'sent' | 'history' | 'live';
  /** The time that its POST carried, by which it is known again where the server re-stamps. */
  postedAt?: string | null;
}

const hasSameContent = (a: Message, b: Message) => contentOf(a) === contentOf(b);

/** Whether this is the entry of exactly this message, as it stands there or as it was posted. */
const isEntryOf = ({ message, postedAt }: Entry, other: Message) =>
  isSameMessage(message, other) || (postedAt === other.timestamp && hasSameContent(message, other));

const replace = (entries: Entry[], old: Entry, entry: Entry) =>
  entries.map((other) => (other === old ? entry : other));

/** The list with a posted message shown at its end, as a row that was not there before. */
const reveal = (entries: Entry[], posted: Entry, key: number, origin: Entry['origin']): Entry[] => [
  ...entries.filter((other) => other !== posted),
  { ...posted, key, origin },
];

/** The entry that an own message from the hub is a copy of: by identity, else what waits for an echo. */
function echoed(entries: Entry[], message: Message): Entry | undefined {
  const isCopy = (entry: Entry) => hasSameContent(entry.message, message);
  return (
    entries.findLast((entry) => isEntryOf(entry, message)) ??
    entries.find((entry) => entry.origin === 'sent' && isCopy(entry)) ??
    entries.findLast((entry) => entry.origin === 'unanswered' && isCopy(entry))
  );
}

/** The entry that the history has brought before the hub. */
function fromHistory(entries: Entry[], message: Message): Entry | undefined {
  for (let index = entries.length - 1; index >= 0; index -= 1) {
    const entry = entries[index];
    if (entry?.origin === 'history' && isEntryOf(entry, message)) return entry;
  }
  return undefined;
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
  const known = isOwn ? echoed(entries, message) : fromHistory(entries, message);
  if (!known) return [...entries, { key, message, origin: 'live' }];
  if (known.origin === 'unanswered') return reveal(entries, known, key, 'live');
  return known.origin === 'live' ? entries : replace(entries, known, { ...known, origin: 'live' });
}

/**
 * Whether none of these can be in the list already, found out in one pass: nothing there or among them
 * has the time of one, and no message of the user's waits for its echo.
 */
function areNew(entries: Entry[], messages: Message[], userId: number | null): boolean {
  const times = new Set(messages.map(({ timestamp }) => timestamp));
  if (times.size < messages.length) return false;
  const areEchoes = messages.some(({ fromUserId }) => fromUserId === userId);
  for (const { origin, message, postedAt } of entries) {
    if (times.has(message.timestamp) || (postedAt !== undefined && times.has(postedAt)))
      return false;
    if (areEchoes && (origin === 'sent' || origin === 'unanswered')) return false;
  }
  return true;
}

/**
 * Brings in what the hub delivered, message by message.
 * @param nextKey the first of as many keys for rows that were not there before
 */
export function addAllReceived(
  entries: Entry[],
  messages: Message[],
  userId: number | null,
  nextKey: number,
): Entry[] {
  const keyed = messages.map((message, index) => ({ message, key: nextKey + index }));
  return areNew(entries, messages, userId)
    ? [...entries, ...keyed.map((entry): Entry => ({ ...entry, origin: 'live' }))]
    : keyed.reduce((list, { message, key }) => addReceived(list, message, userId, key), entries);
}

/** Remembers a message whose POST begins. */
export function addPosted(entries: Entry[], message: Message, key: number): Entry[] {
  return [...entries, { key, message, origin: 'unanswered', postedAt: message.timestamp }];
}

/** Shows a message whose POST has succeeded, unless hub or history have brought it before the answer. */
export function addSent(entries: Entry[], message: Message, key: number): Entry[] {
  const posted = entries.findLast((entry) => isEntryOf(entry, message));
  if (posted && posted.origin !== 'unanswered') return entries;
  const entry = posted ?? { key, message, origin: 'sent', postedAt: message.timestamp };
  return reveal(entries, entry, key, 'sent');
}

/** What the customer sees. */
export function shownOf(entries: Entry[]): Entry[] {
  // Loops, here and below: each message that arrives goes through thousands of others.
  for (const { origin } of entries) {
    if (origin === 'unanswered') return entries.filter((entry) => entry.origin !== 'unanswered');
  }
  return entries;
}

/** Whether two lists show the same rows. */
export function isSameList(a: Entry[], b: Entry[]): boolean {
  return (
    a.length === b.length &&
    a.every(({ key, message }, index) => b[index]?.key === key && b[index].message === message)
  );
}

/** How many of the messages came from somebody else than the user. */
export function countIncoming(entries: Entry[], userId: number | null): number {
  let count = 0;
  for (const { message } of entries) if (message.fromUserId !== userId) count += 1;
  return count;
}
