import { isPending, type Entry } from './entry';
import { RESTAMP_TOLERANCE, RULES } from './matchRules';
import { contentKey, isSameMessage, type Message } from '../../contract/message';

/** Maps each matched message of a history to its entry. No two messages have the same entry. */
type Matches = Map<Message, Entry>;

/** The list that a history is merged into. */
export interface MergeTarget {
  entries: Entry[];
  /** Whether the list has had a history. */
  hasHistory: boolean;
}

/**
 * Returns the common prefix of list and history; `entries` itself if that is the whole list. Most
 * histories only append, so little is left for the rules, which take longer than a frame for a long list.
 */
export function commonPrefix(entries: Entry[], history: Message[]): Entry[] {
  const end = entries.findIndex((entry, index) => {
    const stored = history[index];
    return !stored || isPending(entry) || !isSameMessage(entry.message, stored);
  });
  return end < 0 ? entries : entries.slice(0, end);
}

/**
 * Returns the messages that can match an entry. In a first history, own messages over 10 s older than
 * all own entries cannot, though their text may be equal.
 */
function withoutOlder(history: Message[], { entries, hasHistory }: MergeTarget, userId: number) {
  if (hasHistory) return history;
  const own = entries.filter(({ message }) => message.fromUserId === userId);
  const times = own.flatMap((one) => [one.message.timestamp, one.postedAt, one.hubTime]);
  // NaN if an entry has no time: then every message can match.
  const oldest = Math.min(
    ...times.map((time) => (time === undefined ? Infinity : Date.parse(time ?? ''))),
  );
  const isOlder = ({ fromUserId, timestamp }: Message) =>
    fromUserId === userId && Date.parse(timestamp ?? '') < oldest - RESTAMP_TOLERANCE;
  return history.filter((message) => !isOlder(message));
}

/**
 * Matches own messages whose time and text the server has changed, by the order of sending. The
 * accepted messages that are left in the list must be as many as those that are left in the history
 * behind the last matched one. If the server keeps the times, another device has sent the messages.
 */
function matchByOrder(matches: Matches, history: Message[], target: MergeTarget, userId: number) {
  const isOwn = ({ fromUserId }: Message) => fromUserId === userId;
  const posted = [...matches].filter(([message, { postedAt }]) => isOwn(message) && postedAt);
  const hasKeptTime = ([message, entry]: [Message, Entry]) => message.timestamp === entry.postedAt;
  if (posted.length > 0 && posted.every(hasKeptTime)) return;
  const matched = new Set(matches.values());
  const sent = target.entries.filter(
    (entry) => entry.postedAt && ['sent', 'live'].includes(entry.status) && !matched.has(entry),
  );
  // A first history has the older messages too. A later one has matched them.
  const isCommon = (message: Message) => isOwn(message) && matches.has(message);
  const start = target.hasHistory ? 0 : history.findLastIndex(isCommon) + 1;
  const stored = history.slice(start).filter((message) => isOwn(message) && !matches.has(message));
  if (stored.length !== sent.length) return;
  for (const message of stored) {
    const entry = sent.shift();
    if (entry) matches.set(message, entry);
  }
}

/**
 * Matches each message to at most one entry. Each rule applies to the messages and entries that no
 * earlier rule has matched.
 * @param prefix the common prefix of list and history
 */
export function matchHistory(
  history: Message[],
  prefix: Entry[],
  target: MergeTarget,
  userId: number,
) {
  const { entries } = target;
  const candidates = withoutOlder(history, target, userId);
  const matches: Matches = new Map();
  for (const [index, entry] of prefix.entries()) {
    const message = history[index];
    if (message) matches.set(message, entry);
  }
  for (const { sources, keyOf = contentKey, fits, isNewestFirst } of RULES) {
    if (!sources.includes('history') || matches.size === entries.length) continue;
    const matched = new Set(matches.values());
    const left = entries.filter((entry) => !matched.has(entry));
    const groups = new Map<string, Entry[]>();
    for (const entry of isNewestFirst ? left.toReversed() : left) {
      const key = keyOf(entry.message);
      const group = groups.get(key);
      if (group) group.push(entry);
      else groups.set(key, [entry]);
    }
    for (const message of candidates) {
      if (matches.has(message)) continue;
      const group = groups.get(keyOf(message)) ?? [];
      const entry = group.find((one) => fits(one, message, message.fromUserId === userId));
      if (!entry) continue;
      group.splice(group.indexOf(entry), 1);
      matches.set(message, entry);
    }
  }
  matchByOrder(matches, candidates, target, userId);
  return matches;
}
