import type { Entry } from './entries';
import { matchHistory } from './matchHistory';
import { isSameMessage, type Message } from './message';

/** Returns the entry of a history message. @param key the key of a new row */
function toEntry(message: Message, known: Entry | undefined, key: number): Entry {
  // A pending entry has no row yet, so its row gets the new key.
  if (!known || known.origin === 'pending') return { ...known, key, message, origin: 'history' };
  return isSameMessage(known.message, message) ? known : { ...known, message };
}

/**
 * Merges a history into the list, and removes no entry. The result has the messages of the history
 * in the order of the history. An entry that the history lacks stays behind the entry before it,
 * and behind new messages at this place. No row changes its key.
 * @example the list a X c and the history a b c d result in a b X c d
 * @param nextKey the first free key; each history message uses one key
 * @returns `entries` itself if the history changes nothing
 */
export function mergeHistory(
  entries: Entry[],
  history: Message[],
  userId: number,
  nextKey: number,
): Entry[] {
  const matches = matchHistory(history, entries, userId);
  const known = new Set(matches.values());
  /** The entries that the history lacks, by the entry before them that the history has. */
  const lacking = new Map<Entry | undefined, Entry[]>();
  let previous: Entry | undefined;
  for (const entry of entries) {
    const run = lacking.get(previous);
    if (known.has(entry)) previous = entry;
    else if (run) run.push(entry);
    else lacking.set(previous, [entry]);
  }
  previous = undefined;
  const merged = history.flatMap((message, index) => {
    const entry = matches.get(message);
    const before = entry ? (lacking.get(previous) ?? []) : [];
    if (entry) previous = entry;
    return [...before, toEntry(message, entry, nextKey + index)];
  });
  const result = merged.concat(lacking.get(previous) ?? []);
  const isUnchanged =
    result.length === entries.length && result.every((entry, index) => entry === entries[index]);
  return isUnchanged ? entries : result;
}
