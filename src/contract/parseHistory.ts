import { freeze } from '@reduxjs/toolkit';
import { isInConversation, isMessage, parseMessage, type Message } from './message';

/** Returns the messages of this user's conversation. Logs which items are no messages. */
export function parseHistory(items: unknown[], userId: number): Message[] {
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
