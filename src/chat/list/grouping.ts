import type { Message } from '../../contract/message';
import type { Entry } from '../../messages/merge/entry';
import { startOfDay } from '../message/dates';
import { isBare } from '../message/textParts';

/** Maximum time between two messages whose bubbles join, in ms. */
const GROUP_GAP = 10 * 60_000;

/** Returns whether two bubbles join: of one sender, within `GROUP_GAP`, without a divider. */
export function areJoined(entry?: Entry, next?: Entry, firstNewKey?: number | null): boolean {
  if (!entry || !next || next.key === firstNewKey) return false;
  const [a, b] = [entry.message, next.message];
  const gap = Date.parse(b.timestamp ?? '') - Date.parse(a.timestamp ?? '');
  // `<=` would separate messages that lack a time.
  return a.fromUserId === b.fromUserId && !isBare(a) && !isBare(b) && !(Math.abs(gap) > GROUP_GAP);
}

/**
 * Groups messages by day, in their order. A group begins only with a later day than all before it,
 * because the clocks of customer and server can be on both sides of midnight.
 * @returns `day`: the start of the day in ms since 1970; null without a usable time
 */
export function groupByDay<Item extends { message: Message }>(items: readonly Item[]) {
  const days: { day: number | null; items: Item[] }[] = [];
  let end = -Infinity;
  for (const item of items) {
    const time = Date.parse(item.message.timestamp ?? '');
    if (time >= end) {
      end = startOfDay(time, 1);
      days.push({ day: startOfDay(time), items: [item] });
    } else if (days.length === 0) days.push({ day: null, items: [item] });
    else days.at(-1)?.items.push(item);
  }
  return days;
}
