import { RESTAMP_TOLERANCE } from '../common/constants';
import { contentOf, isSameMessage, type Message } from '../common/message';
import type { Entry } from './entries';

/** The entries that wait for their counterpart in the history, by what `keyOf` says of them. */
function queues(entries: Iterable<Entry>, keyOf: (message: Message) => string) {
  const waiting = new Map<string, Entry[]>();
  for (const entry of entries) {
    const key = keyOf(entry.message);
    const others = waiting.get(key);
    if (others) others.push(entry);
    else waiting.set(key, [entry]);
  }
  return waiting;
}

/**
 * Whether a message of the history can be a message that says the same under the server's own time.
 * The customer's clock may be any; an operator's is near the server's.
 */
function isRestamped(known: Message, message: Message, userId: number | null): boolean {
  if (message.fromUserId === userId || !known.timestamp || !message.timestamp) return true;
  const apart = Date.parse(known.timestamp) - Date.parse(message.timestamp);
  return Math.abs(apart) <= RESTAMP_TOLERANCE;
}

/**
 * Pairs the messages of the history with entries of the list, each entry once: the identical one
 * if there is one, else the first that a server which re-stamps can have made of it, rather one
 * that is known to be taken than one without an answer.
 */
function pair(history: Message[], entries: Entry[], userId: number | null): Map<Message, Entry> {
  const pairs = new Map<Message, Entry>();
  const free = new Set(entries);
  const pairBy = (
    keyOf: (message: Message) => string,
    isPair: (entry: Entry, message: Message) => boolean,
  ) => {
    if (free.size === 0) return;
    const waiting = queues(free, keyOf);
    for (const message of history) {
      if (pairs.has(message)) continue;
      const queue = waiting.get(keyOf(message)) ?? [];
      const index = queue.findIndex((entry) => isPair(entry, message));
      const [entry] = index < 0 ? [] : queue.splice(index, 1);
      if (!entry) continue;
      pairs.set(message, entry);
      free.delete(entry);
    }
  };
  // An unchanged history costs one comparison for each message.
  for (const [index, message] of history.entries()) {
    const entry = entries[index];
    if (!entry || !isSameMessage(entry.message, message)) break;
    pairs.set(message, entry);
    free.delete(entry);
  }
  // Few share their time; what they say is looked at only then.
  pairBy(
    (message) => message.timestamp ?? contentOf(message),
    (entry, message) => isSameMessage(entry.message, message),
  );
  pairBy(contentOf, ({ message: known, origin }, message) => {
    return origin !== 'unanswered' && isRestamped(known, message, userId);
  });
  pairBy(contentOf, ({ message: known }, message) => isRestamped(known, message, userId));
  return pairs;
}

/**
 * Brings a history answer into the list: the history as it came, then whatever arrived or was sent
 * since the request began and is not in it. Nothing is lost, nothing doubled, no row changes its key.
 * @param entries the list as it is now
 * @param since the first key given to an entry after the request began
 * @param nextKey the first key that is free
 * @returns `entries` itself where the answer brings nothing new
 */
export function mergeHistory(
  entries: Entry[],
  since: number,
  history: Message[],
  userId: number | null,
  nextKey: number,
): Entry[] {
  const pairs = pair(history, entries, userId);
  const fromHistory = history.map((message, index): Entry => {
    const entry = pairs.get(message);
    // A row that was not shown before begins to be one now.
    if (!entry || entry.origin === 'unanswered') {
      return { ...entry, key: nextKey + index, message, origin: 'history' };
    }
    return isSameMessage(entry.message, message) ? entry : { ...entry, message };
  });
  const paired = new Set(pairs.values());
  // The last POST can be under way still, begun before the request and stored after it.
  const open = entries.findLast(({ origin }) => origin === 'unanswered');
  const isLater = (entry: Entry) => entry.key >= since || entry === open;
  const later = entries.filter((entry) => isLater(entry) && !paired.has(entry));
  const merged = [...fromHistory, ...later];
  const isUnchanged =
    merged.length === entries.length && merged.every((entry, index) => entry === entries[index]);
  return isUnchanged ? entries : merged;
}
