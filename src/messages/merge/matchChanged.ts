import type { Message } from '../../contract/message';
import { isNear, isPending, ROUNDING_TOLERANCE, type Entry } from './entry';
import { isDamagedCopy } from './isDamagedCopy';

/** Maps each matched message of the history to its entry. No two messages have the same entry. */
export type Matches = Map<Message, Entry>;

/**
 * Matches own messages that the server has re-stamped and changed. Damaged texts match first. The
 * rest matches in the order of sending, if list and history have equally many. It does not if the
 * server keeps times, because another device has then posted the unknown messages.
 */
export function matchChanged(
  matches: Matches,
  history: Message[],
  { entries, hasHistory }: { entries: Entry[]; hasHistory: boolean },
  userId: number,
): void {
  const isOwn = ({ fromUserId }: Message) => fromUserId === userId;
  const posted = [...matches].filter(
    ([message, { otherTimestamp }]) => isOwn(message) && otherTimestamp,
  );
  const keepsTimes =
    posted.length > 0 &&
    posted.every(([{ timestamp }, { otherTimestamp }]) => timestamp === otherTimestamp);

  const matched = new Set(matches.values());
  const match = (message: Message, entry: Entry | undefined) => {
    if (!entry) return;
    matches.set(message, entry);
    matched.add(entry);
  };
  const unknown = () => history.filter((message) => isOwn(message) && !matches.has(message));
  const waiting = entries.filter(
    (entry) => isOwn(entry.message) && entry.otherTimestamp && entry.status !== 'history',
  );
  const sent = waiting.filter((entry) => !isPending(entry));
  // Of equal pending messages, the earlier POSTs have probably failed. A wrong match of a pending one
  // would clear a text that is not stored.
  const pending = keepsTimes ? [] : waiting.filter(isPending).reverse();
  const candidates = [...sent, ...pending];
  for (const message of unknown()) {
    const copies = candidates.filter(
      (entry) => !matched.has(entry) && isDamagedCopy(message, entry.message),
    );
    const findCopy = (limit?: number) =>
      copies.find((entry) => isNear(message, entry.message, limit));
    // First the copy whose time is only rounded. A first history also has older own messages.
    match(message, findCopy(ROUNDING_TOLERANCE) ?? findCopy(hasHistory ? Infinity : undefined));
  }
  const left = sent.filter((entry) => !matched.has(entry));
  const others = unknown();
  if (hasHistory && !keepsTimes && others.length === left.length)
    others.forEach((message, index) => match(message, left[index]));
}
