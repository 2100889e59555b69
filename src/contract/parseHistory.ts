import { freeze } from '@reduxjs/toolkit';
import { isInConversation, isMessage, parseMessage, type Message } from './message';

/** Minimum characters of a history whose end is shown first: about 1,000 messages. */
export const LONG_HISTORY_LENGTH = 128 * 1024;

const parseItems = (items: unknown[]) => items.map((item) => parseMessage(item));

/** Returns the messages of this user's conversation. Logs which items are no messages. */
export function parseHistory(items: unknown[], userId: number): Message[] {
  const parsed = parseItems(items);
  const messages = parsed.filter((item) => isMessage(item));
  const reasons = parsed.filter((item) => typeof item === 'string');
  if (reasons.length > 0)
    console.warn(
      `Skipped ${reasons.length} messages of a history: ${[...new Set(reasons)].join('; ')}`,
    );
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
    const items = parseItems(JSON.parse(`[${json.slice(start + 2)}`) as unknown[]);
    return items.filter(isMessage).filter((message) => isInConversation(message, userId));
  } catch {
    return undefined;
  }
}
