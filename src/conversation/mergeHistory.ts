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
 * in the order of the history. An entry that the history lacks stays behind all entries before it,
 * and behind new messages at this place. No row changes its key.
 * @example the list a X c and the history a b c d result in a b X c d
 * @example the list a b X and the history b a result in b a X
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
  /** Positions in the history. */
  const positions = new Map<Entry | undefined, number>();
  history.forEach((message, index) => positions.set(matches.get(message), index));
  /** The entries that the history lacks, by the position of the last message before them. */
  const lacking = new Map<number, Entry[]>();
  let last = -1;
  for (const entry of entries) {
    const position = positions.get(entry);
    const run = lacking.get(last);
    if (position !== undefined) last = Math.max(last, position);
    else if (run) run.push(entry);
    else lacking.set(last, [entry]);
  }
  last = -1;
  const merged = history.flatMap((message, index) => {
    const entry = matches.get(message);
    const before = entry ? (lacking.get(last) ?? []) : [];
    if (entry) last = index;
    return [...before, toEntry(message, entry, nextKey + index)];
  });
  const result = merged.concat(lacking.get(last) ?? []);
  const isUnchanged =
    result.length === entries.length && result.every((entry, index) => entry === entries[index]);
  return isUnchanged ? entries : result;
}
