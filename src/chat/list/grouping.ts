import type { Message } from '../../contract/message';
import { startOfDay } from '../message/dates';

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
