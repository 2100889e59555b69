import { hasSameContent } from '../contract/message';
import { hasAnyTime } from './merge/entry';
import type { MessagesState } from './messagesReducers';

/** Returns the new incoming entries behind the newest one that another tab has shown. */
export function newEntries({ entries, seenElsewhere: seen }: MessagesState, userId: number) {
  if (!entries.some(({ isNew }) => isNew)) return [];
  const lastSeen = entries.findLastIndex(
    (entry) => seen && hasAnyTime(entry, seen.timestamp) && hasSameContent(entry.message, seen),
  );
  return entries.filter(
    ({ isNew, message }, index) => isNew && index > lastSeen && message.fromUserId !== userId,
  );
}
