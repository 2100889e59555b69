import type { Message } from '../../contract/message';
import { isNear, isPending, type Entry } from './entries';
import { isDamagedCopy } from './isDamagedCopy';

/** Maps each matched message of the history to its entry. No two messages have the same entry. */
export type Matches = Map<Message, Entry>;

/**
 * Matches own messages that the server has both re-stamped and changed: first those whose text is
 * damaged, then as many as there are accepted ones left, in the order of sending. Does nothing if
 * the server keeps times: another device has then posted each own message with an unknown time.
 */
export function matchByOrder(
  matches: Matches,
  history: Message[],
  { entries, hasHistory }: { entries: Entry[]; hasHistory: boolean },
  userId: number,
): void {
  const isOwn = ({ fromUserId }: Message) => fromUserId === userId;
  const posted = [...matches].filter(([message, { postedAt }]) => isOwn(message) && postedAt);
  const isRestamping = posted.some(([{ timestamp }, { postedAt }]) => timestamp !== postedAt);
  if (posted.length > 0 && !isRestamping) return;

  const matched = new Set(matches.values());
  const isLeft = (entry: Entry) => !matched.has(entry);
  const match = (message: Message, entry: Entry) => {
    matches.set(message, entry);
    matched.add(entry);
  };
  const findOwn = (start: number) =>
    history.slice(start).filter((message) => isOwn(message) && !matches.has(message));
  const waiting = entries.filter(
    (entry) => isOwn(entry.message) && entry.postedAt && entry.status !== 'history',
  );
  const sent = waiting.filter((entry) => !isPending(entry));
  // Of equal pending messages, the earlier POSTs have probably failed.
  const candidates = [...sent, ...waiting.filter(isPending).reverse()];
  for (const message of findOwn(0)) {
    const entry = candidates.find(
      (other) =>
        isLeft(other) &&
        isDamagedCopy(message, other.message) &&
        // A first history has all own messages, also those from before.
        (hasHistory || isNear(message, other.message)),
    );
    if (entry) match(message, entry);
  }

  const restSent = sent.filter(isLeft);
  const [first] = restSent;
  // A live message of the operator can precede an own one that was stored before it.
  const isCommon = (entry: Entry) =>
    matched.has(entry) && (isOwn(entry.message) || entry.status !== 'live');
  const last = first && entries.slice(0, entries.indexOf(first)).findLast(isCommon);
  if (!last && !hasHistory) return;
  const start = history.findIndex((message) => last && matches.get(message) === last);
  const rest = findOwn(start + 1);
  if (isRestamping || rest.length === restSent.length)
    rest.forEach((message, index) => {
      const entry = restSent[index];
      if (entry) match(message, entry);
    });
}
