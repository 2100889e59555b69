import type { Entry } from './entries';
import { contentKey, isSameMessage, type Message } from './message';

/**
 * Maximum difference, in ms, between the times of an operator's message live and in the history;
 * above this difference, they are two messages.
 */
const RESTAMP_TOLERANCE = 10_000;

/** Returns a key of all fields. Faster than JSON; different messages may have the same key. */
const identityKey = ({ timestamp, fromUserId, toUserId, imageUrl, text }: Message) =>
  [timestamp, fromUserId, toUserId, imageUrl, text].join();

/** Groups entries by a key of their messages, in order. */
function groupByKey(entries: Iterable<Entry>, keyOf: (message: Message) => string) {
  const groups = new Map<string, Entry[]>();
  for (const entry of entries) {
    const key = keyOf(entry.message);
    const group = groups.get(key);
    if (group) group.push(entry);
    else groups.set(key, [entry]);
  }
  return groups;
}

/**
 * Returns whether the history's `message` can be the known message, re-stamped by the server. The
 * customer's clock can be wrong by any amount; an operator's clock is close to the server's.
 */
function canBeRestamped(known: Message, message: Message, userId: number): boolean {
  if (message.fromUserId === userId || !known.timestamp || !message.timestamp) return true;
  const difference = Date.parse(known.timestamp) - Date.parse(message.timestamp);
  return Math.abs(difference) <= RESTAMP_TOLERANCE;
}

/**
 * Matches each history message to at most one entry. Identical messages match first. Then messages
 * with the same content and another time match: visible entries before pending entries.
 */
function matchEntries(history: Message[], entries: Entry[], userId: number): Map<Message, Entry> {
  const matches = new Map<Message, Entry>();
  const unmatched = new Set(entries);
  const add = (message: Message, entry: Entry) => {
    matches.set(message, entry);
    unmatched.delete(entry);
  };
  const matchBy = (
    keyOf: (message: Message) => string,
    isMatch: (entry: Entry, message: Message) => boolean,
  ) => {
    if (unmatched.size === 0) return;
    const groups = groupByKey(unmatched, keyOf);
    for (const message of history) {
      if (matches.has(message)) continue;
      const group = groups.get(keyOf(message)) ?? [];
      const index = group.findIndex((entry) => isMatch(entry, message));
      const [entry] = index < 0 ? [] : group.splice(index, 1);
      if (entry) add(message, entry);
    }
  };
  // Fast path: an unchanged history takes one comparison for each message.
  for (const [index, message] of history.entries()) {
    const entry = entries[index];
    if (!entry || !isSameMessage(entry.message, message)) break;
    add(message, entry);
  }
  matchBy(identityKey, (entry, message) => isSameMessage(entry.message, message));
  matchBy(
    contentKey,
    (entry, message) =>
      entry.origin !== 'pending' && canBeRestamped(entry.message, message, userId),
  );
  matchBy(contentKey, (entry, message) => canBeRestamped(entry.message, message, userId));
  return matches;
}

/**
 * Merges a history response into the list. The result is the history in its order, then the entries
 * that arrived or were sent since the request began and are not in the history. No message is lost
 * or doubled, and no row changes its key.
 * @param entries the present list
 * @param since the value of `nextKey` when the request began
 * @param nextKey the first free key; each history message uses one key
 * @returns `entries` itself if the response changes nothing
 */
export function mergeHistory(
  entries: Entry[],
  since: number,
  history: Message[],
  userId: number,
  nextKey: number,
): Entry[] {
  const matches = matchEntries(history, entries, userId);
  const fromHistory = history.map((message, index): Entry => {
    const entry = matches.get(message);
    // A pending entry has no row yet, so the entry gets a new key.
    if (!entry || entry.origin === 'pending') {
      return { ...entry, key: nextKey + index, message, origin: 'history' };
    }
    return isSameMessage(entry.message, message) ? entry : { ...entry, message };
  });
  const matched = new Set(matches.values());
  // The last POST that began before the history request can be stored after the response.
  const lastPending = entries.findLast(({ origin, key }) => origin === 'pending' && key < since);
  const isNewer = (entry: Entry) => entry.key >= since || entry === lastPending;
  const newer = entries.filter((entry) => isNewer(entry) && !matched.has(entry));
  const merged = [...fromHistory, ...newer];
  const isUnchanged =
    merged.length === entries.length && merged.every((entry, index) => entry === entries[index]);
  return isUnchanged ? entries : merged;
}
