import { isNear, type Entry } from './entries';
import { contentKey, isSameMessage, type Message } from './message';

/** Maps each matched message of the history to its entry. No two messages have the same entry. */
export type Matches = Map<Message, Entry>;

/** Returns a key of all fields. Faster than JSON; different messages may have the same key. */
const identityKey = ({ timestamp, fromUserId, toUserId, imageUrl, text }: Message) =>
  [timestamp, fromUserId, toUserId, imageUrl, text].join();

const unmatchedOf = (entries: Entry[], matches: Matches) => {
  const matched = new Set(matches.values());
  return entries.filter((entry) => !matched.has(entry));
};

/**
 * Matches messages and entries that have the same key, in order.
 * @param matches the matches so far; the function adds its own
 * @param keyOf returns undefined for a message that cannot match
 * @param isMatch compares an entry's message with the history's, if equal keys do not suffice
 */
function matchByKey(
  matches: Matches,
  history: Message[],
  entries: Entry[],
  keyOf: (message: Message) => string | undefined,
  isMatch: (known: Message, message: Message) => boolean = () => true,
): void {
  const groups = new Map<string | undefined, Entry[]>();
  for (const entry of unmatchedOf(entries, matches)) {
    const key = keyOf(entry.message);
    const group = groups.get(key);
    if (group) group.push(entry);
    else groups.set(key, [entry]);
  }
  groups.delete(undefined);
  if (groups.size === 0) return;
  for (const message of history) {
    if (matches.has(message)) continue;
    const group = groups.get(keyOf(message)) ?? [];
    const index = group.findIndex((entry) => isMatch(entry.message, message));
    const [entry] = index < 0 ? [] : group.splice(index, 1);
    if (entry) matches.set(message, entry);
  }
}

/**
 * Matches sent entries by their order, for a server that re-stamps messages and changes their
 * texts. Does nothing unless an earlier match shows that the server re-stamps. If a server keeps
 * the times, another device has posted each own message with an unknown time.
 */
function matchByOrder(matches: Matches, history: Message[], entries: Entry[], userId: number) {
  const isRestamping = [...matches].some(
    ([message, { postedAt }]) => postedAt && postedAt !== message.timestamp,
  );
  const sent = unmatchedOf(entries, matches).filter(({ origin }) => origin === 'sent');
  const [first] = sent;
  if (!isRestamping || !first) return;
  const matched = new Set(matches.values());
  const before = entries.slice(0, entries.indexOf(first)).findLast((entry) => matched.has(entry));
  const start = history.findIndex((message) => before && matches.get(message) === before);
  const later = history.slice(start < 0 ? history.length : start);
  const own = later.filter((message) => message.fromUserId === userId && !matches.has(message));
  for (const [index, message] of own.slice(0, sent.length).entries()) {
    matches.set(message, sent[index] ?? first);
  }
}

/**
 * Matches each message of the history to at most one entry: by all fields; own messages by their
 * instant; by sender and content, visible entries before pending ones; by the order of sending.
 * Content matches an own message at any difference of the times, because the customer's clock can be
 * wrong by any amount. An operator's clock is close to the server's.
 */
export function matchHistory(history: Message[], entries: Entry[], userId: number): Matches {
  const matches: Matches = new Map();
  // Fast path: an unchanged history takes one comparison for each message.
  for (const [index, message] of history.entries()) {
    const entry = entries[index];
    if (!entry || !isSameMessage(entry.message, message)) break;
    matches.set(message, entry);
  }
  const isOwnOrNear = (known: Message, message: Message) =>
    message.fromUserId === userId || isNear(known, message);
  matchByKey(matches, history, entries, identityKey, isSameMessage);
  if (matches.size === entries.length) return matches;
  // An operator can send two messages at one instant, a customer cannot.
  const instantKey = ({ fromUserId, timestamp }: Message) =>
    fromUserId === userId ? (timestamp ?? undefined) : undefined;
  matchByKey(matches, history, entries, instantKey);
  const visible = entries.filter(({ origin }) => origin !== 'pending');
  const pending = entries.filter(({ origin }) => origin === 'pending');
  matchByKey(matches, history, visible, contentKey, isOwnOrNear);
  // The newest first: an earlier POST has probably failed, and the customer has sent the text again.
  matchByKey(matches, history, pending.reverse(), contentKey, isOwnOrNear);
  matchByOrder(matches, history, entries, userId);
  return matches;
}
