import { freeze } from '@reduxjs/toolkit';
import { isInConversation, isMessage, parseMessage, type Message } from './message';

/**
 * Returns the messages of this user's conversation. Logs which items are no messages.
 * @param json null, or '' for an empty body, is the history of a new customer
 * @returns undefined if the response is no array
 */
export function parseHistory(json: unknown, userId: number): Message[] | undefined {
  const items: unknown = json === null || json === '' ? [] : json;
  if (!Array.isArray(items)) return undefined;
  const parsed = items.map((item) => parseMessage(item));
  const messages = parsed.filter((item) => isMessage(item));
  const reasons = parsed.filter((item) => typeof item === 'string');
  if (reasons.length > 0)
    console.warn(
      `Skipped ${reasons.length} messages of a history: ${[...new Set(reasons)].join('; ')}`,
    );
  // Immer skips frozen arrays, which avoids a deep freeze of thousands of messages.
  return freeze(messages.filter((message) => isInConversation(message, userId)));
}
