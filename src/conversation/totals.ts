import type { Entry } from './entries';
import type { Message } from './message';

/** Totals of the list. With them, a live message is added without a search of the list. */
export interface Totals {
  /** Number of messages that are not the user's. */
  incoming: number;
  /** Number of pending entries, which are not visible. */
  pending: number;
  /** Number of pending and sent entries, which may still get an echo. */
  awaitingEcho: number;
  /** Latest timestamp in the list, including `postedAt`. */
  latest: string;
}

export const NO_TOTALS: Totals = { incoming: 0, pending: 0, awaitingEcho: 0, latest: '' };

/** @param before totals of the entries that precede `entries` */
export function countTotals(entries: Entry[], userId: number, before = NO_TOTALS): Totals {
  let { incoming, pending, awaitingEcho, latest } = before;
  for (const { message, origin, postedAt } of entries) {
    if (message.fromUserId !== userId) incoming += 1;
    if (origin === 'pending') pending += 1;
    if (origin === 'pending' || origin === 'sent') awaitingEcho += 1;
    if (message.timestamp !== null && message.timestamp > latest) latest = message.timestamp;
    if (postedAt && postedAt > latest) latest = postedAt;
  }
  return { incoming, pending, awaitingEcho, latest };
}

/**
 * Returns true if no message can be a duplicate: each message is newer than every entry, and no
 * message is an own one while an entry may still get an echo.
 */
export function cannotBeDuplicates(
  messages: Message[],
  { latest, awaitingEcho }: Totals,
  userId: number,
): boolean {
  let newest = latest;
  return messages.every(({ timestamp, fromUserId }) => {
    const isNewer = timestamp !== null && timestamp > newest;
    if (isNewer) newest = timestamp;
    return isNewer && (awaitingEcho === 0 || fromUserId !== userId);
  });
}
