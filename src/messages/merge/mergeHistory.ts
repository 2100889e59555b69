import { isPending, nextKey, type Entry } from './entry';
import { commonPrefix, matchHistory, type MergeTarget } from './matchHistory';
import { isSameMessage, type Message } from '../../contract/message';

function updateEntry(known: Entry, message: Message): Entry {
  if (isPending(known)) return { ...known, message, status: 'history' };
  if (isSameMessage(known.message, message)) return known;
  if (known.status !== 'live') return { ...known, message };
  // The hub can deliver the message again with its own time, which only a `history` entry matches.
  const { hubTime = known.message.timestamp } = known;
  return { ...known, message, status: 'history', hubTime };
}

/**
 * Merges a history into the list. Removes no entry. No row changes its key. The rows are sorted by
 * their places. The place of a matched row is its position in the history. Any other row takes the
 * place of the row before it, or -1 if there is none. A row of the operator takes at least the
 * position of his last older message in the history.
 * Example: the list a X c and the history a b c d make the rows a b X c d at the places 0 0 0 2 2.
 * @param fields fields of the messages that the list lacks
 * @returns `entries` itself if the history changes nothing
 */
export function mergeHistory(
  target: MergeTarget,
  history: Message[],
  userId: number,
  fields: Pick<Entry, 'isNew' | 'isOld'> = {},
): Entry[] {
  const { entries, hasHistory } = target;
  let key = nextKey(entries);
  const toEntry = (message: Message): Entry => ({
    key: key++,
    message,
    status: 'history',
    ...fields,
  });
  const prefix = commonPrefix(entries, history);
  if (prefix === entries) {
    if (history.length === entries.length) return entries;
    return [...entries, ...history.slice(entries.length).map(toEntry)];
  }
  const matches = matchHistory(history, prefix, target, userId);
  const positions = new Map<Entry, number>();
  // -1: before all entries. 0: a later history that matches no entry follows the entries.
  let historyPlace = hasHistory && matches.size === 0 ? 0 : -1;
  const rows = history.map((message, index) => {
    const known = matches.get(message);
    if (known) positions.set(known, (historyPlace = index));
    return { place: historyPlace, entry: known ? updateEntry(known, message) : toEntry(message) };
  });
  // The page can have missed an older message of the operator, and received a newer one live. `~` sorts
  // behind every digit: a message without a time is not older.
  const lastOlderPosition = ({ fromUserId, timestamp }: Message) =>
    fromUserId === userId || timestamp === null
      ? -1
      : history.findLastIndex(
          (other) => other.fromUserId !== userId && (other.timestamp ?? '~') < timestamp,
        );
  let place = -1;
  for (const entry of entries) {
    const position = positions.get(entry);
    place = Math.max(place, position ?? lastOlderPosition(entry.message));
    if (position === undefined) rows.push({ place, entry });
  }
  // The sort is stable, so the messages of the history come first at each place.
  const merged = rows.sort((a, b) => a.place - b.place).map((row) => row.entry);
  return merged.every((entry, index) => entry === entries[index]) ? entries : merged;
}
