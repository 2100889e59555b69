import type { Message } from '../../contract/message';
import { isBare } from '../message/textParts';

/** Time between two messages, in ms, after which the second one begins a group. */
const GROUP_GAP = 10 * 60_000;

/** Returns whether the bubbles of two neighbours join: one sender, little time between them. */
export function areJoined(message: Message, next: Message): boolean {
  const gap = Date.parse(next.timestamp ?? '') - Date.parse(message.timestamp ?? '');
  return (
    message.fromUserId === next.fromUserId &&
    ![message, next].some(isBare) &&
    // `<=` would separate messages that lack a time.
    !(Math.abs(gap) > GROUP_GAP)
  );
}
