import { isNear, isPending, ROUNDING_TOLERANCE, type Entry } from './entry';
import { visibleEntries } from './visibleEntries';
import { matchChanged, type Matches } from './matchChanged';
import { contentKey, imagePathOf, isSameMessage, type Message } from '../../contract/message';

/**
 * Matches a message to the first entry with the same key; a message without a key matches none. An
 * operator's message matches only if the times differ by at most 10 s. An own message matches only if
 * they differ by at most `maxDifference` ms, which is unlimited by default.
 */
type Rule = [
  entries: Entry[],
  keyOf: (message: Message) => string | null | undefined,
  maxDifference?: number,
];

function applyRule(
  matches: Matches,
  history: Message[],
  [entries, keyOf, maxDifference = Infinity]: Rule,
  userId: number,
) {
  const matched = new Set(matches.values());
  const groups = new Map<string, Entry[]>();
  for (const entry of entries) {
    const key = matched.has(entry) ? undefined : keyOf(entry.message);
    if (typeof key !== 'string') continue;
    const group = groups.get(key);
    if (group) group.push(entry);
    else groups.set(key, [entry]);
  }
  if (groups.size === 0) return;
  for (const message of history) {
    const group = matches.has(message) ? undefined : groups.get(keyOf(message) ?? '');
    const limit = message.fromUserId === userId ? maxDifference : undefined;
    const index = group?.findIndex((entry) => isNear(entry.message, message, limit)) ?? -1;
    const [entry] = index < 0 ? [] : (group?.splice(index, 1) ?? []);
    if (entry) matches.set(message, entry);
  }
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
 * Matches each message to at most one entry, by src/README.md "How a history is merged". Content
 * matches an own message at any difference of the times: only a customer's clock can be wrong.
 * @param prefix the common prefix of list and history
 */
export function matchHistory(
  history: Message[],
  prefix: Entry[],
  { entries, hasHistory }: { entries: Entry[]; hasHistory: boolean },
  userId: number,
): Matches {
  // The newest first: an earlier POST has probably failed, and the text was sent again.
  const pending = entries.filter(isPending).reverse();
  const rules: Rule[] = [
    // All fields as JSON. `parseMessage` and `post` write them in the same order.
    [entries, (message) => JSON.stringify({ ...message, imageUrl: imagePathOf(message) })],
    // An operator can send two messages at one instant, a customer cannot.
    [entries, ({ fromUserId, timestamp }) => (fromUserId === userId ? timestamp : undefined)],
    [visibleEntries(entries), contentKey],
    // First by the rounded time: it tells apart two equal messages whose responses were lost.
    [pending, contentKey, ROUNDING_TOLERANCE],
    [pending, contentKey],
  ];
  const matches: Matches = new Map();
  for (const [index, entry] of prefix.entries()) {
    const message = history[index];
    if (message) matches.set(message, entry);
  }
  for (const rule of rules) {
    if (matches.size < entries.length) applyRule(matches, history, rule, userId);
  }
  matchChanged(matches, history, { entries, hasHistory }, userId);
  return matches;
}
