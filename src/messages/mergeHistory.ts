import { contentOf, isSameMessage, type Message } from '../common/message';
import type { Entry } from './entries';

/**
 * Pairs messages of the history with entries of the list, each entry once: the identical one if
 * there is one, else one that says the same under another time, because a server may re-stamp.
 */
function pair(history: Message[], entries: Entry[]): Map<Message, Entry> {
  const pairs = new Map<Message, Entry>();
  const free = new Set(entries);
  const pairBy = (keyOf: (message: Message) => string) => {
    const waiting = new Map<string, Entry[]>();
    for (const entry of free) {
      const key = keyOf(entry.message);
      const others = waiting.get(key);
      if (others) others.push(entry);
      else waiting.set(key, [entry]);
    }
    for (const message of history) {
      if (pairs.has(message)) continue;
      const entry = waiting.get(keyOf(message))?.shift();
      if (!entry) continue;
      pairs.set(message, entry);
      free.delete(entry);
    }
  };
  pairBy((message) => `${String(message.timestamp)} ${contentOf(message)}`);
  pairBy(contentOf);
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
  nextKey: number,
): Entry[] {
  const pairs = pair(history, entries);
  const fromHistory = history.map((message, index): Entry => {
    const entry = pairs.get(message);
    if (!entry) return { key: nextKey + index, message, isFromHistory: true };
    return isSameMessage(entry.message, message) ? entry : { ...entry, message };
  });
  const paired = new Set(pairs.values());
  const later = entries.filter((entry) => entry.key >= since && !paired.has(entry));
  const merged = [...fromHistory, ...later];
  const isUnchanged =
    merged.length === entries.length && merged.every((entry, index) => entry === entries[index]);
  return isUnchanged ? entries : merged;
}
