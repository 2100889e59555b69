import type { Message } from '../common/message';
import type { Entry } from './entries';

/** What is known of all entries together: a message that arrives need not go through thousands of others. */
export interface Totals {
  /** How many came from somebody else than the user. */
  incoming: number;
  /** How many have no answer yet, and are not shown. */
  unanswered: number;
  /** How many wait for an answer or an echo. */
  awaited: number;
  /** None of them has a later time, nor was any posted with one. */
  latest: string;
}

export const NO_TOTALS: Totals = { incoming: 0, unanswered: 0, awaited: 0, latest: '' };

/**
 * Counts entries together.
 * @param before what is known of those that stand before them
 */
export function totalsOf(entries: Entry[], userId: number | null, before = NO_TOTALS): Totals {
  let { incoming, unanswered, awaited, latest } = before;
  for (const { message, origin, postedAt } of entries) {
    if (message.fromUserId !== userId) incoming += 1;
    if (origin === 'unanswered') unanswered += 1;
    if (origin === 'unanswered' || origin === 'sent') awaited += 1;
    if (message.timestamp !== null && message.timestamp > latest) latest = message.timestamp;
    if (postedAt && postedAt > latest) latest = postedAt;
  }
  return { incoming, unanswered, awaited, latest };
}

/**
 * Whether none of these can be in the list already: each has a later time than all before it, and no
 * message of the user's waits for its echo.
 */
export function areNew(messages: Message[], { latest, awaited }: Totals, userId: number | null) {
  let newest = latest;
  return messages.every(({ timestamp, fromUserId }) => {
    const isLater = timestamp !== null && timestamp > newest;
    if (isLater) newest = timestamp;
    return isLater && (awaited === 0 || fromUserId !== userId);
  });
}
