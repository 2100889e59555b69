import { freeze } from '@reduxjs/toolkit';
import { isInConversation, parseMessage, type Message } from '../conversation/message';

/** Minimum characters of a history whose end is shown first: about 1,000 messages. */
export const LONG_HISTORY_LENGTH = 128 * 1024;

/** Returns the items that are messages. */
const parseItems = (items: unknown[]) =>
  items.map((item) => parseMessage(item)).filter((message) => message !== undefined);

/** Returns the messages of this user's conversation. Logs how many items are not messages. */
export function parseHistory(items: unknown[], userId: number): Message[] {
  const messages = parseItems(items);
  const skipped = items.length - messages.length;
  if (skipped > 0) console.warn(`Skipped ${skipped} history items that are not messages.`);
  // Immer skips frozen arrays, which avoids a deep freeze of thousands of messages.
  return freeze(messages.filter((message) => isInConversation(message, userId)));
}

/**
 * Parses the last messages of a long history, without parsing the items before them.
 * @returns undefined if the history is short or cannot be cut between two items
 */
export function parseHistoryTail(
  json: string,
  userId: number,
  count: number,
): Message[] | undefined {
  if (json.length < LONG_HISTORY_LENGTH) return undefined;
  let start = json.length;
  for (let found = 0; found < count && start > 0; found += 1) {
    start = json.lastIndexOf('},{', start - 1);
  }
  if (start < 0) return undefined;
  try {
    // A cut inside a string or a nested object leaves invalid JSON, so `parse` throws.
    const messages = parseItems(JSON.parse(`[${json.slice(start + 2)}`) as unknown[]);
    return messages.filter((message) => isInConversation(message, userId));
  } catch {
    return undefined;
  }
}
