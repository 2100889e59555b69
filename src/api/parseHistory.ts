import { createAction, freeze } from '@reduxjs/toolkit';
import { isInConversation, parseMessage, type Message } from '../conversation/message';
import { servicesOf, type AppDispatch } from '../services/redux';
import { INITIAL_ROWS } from '../shared/constants';
import type { HistoryRequest } from './api';
import { parseLastItems } from './parseLastItems';

/**
 * Maximum length of a history response, in characters, that is parsed at once. The last messages of
 * a longer one are shown before the rest is parsed.
 */
export const LONG_HISTORY_LENGTH = 64 * 1024;

/** The last messages of a long history are parsed. The others are not parsed yet. */
export const historyTailLoaded = createAction<HistoryRequest & { messages: Message[] }>(
  'api/historyTailLoaded',
);

function parseItems(items: unknown[], userId: number) {
  const messages: Message[] = [];
  let skipped = 0;
  for (const item of items) {
    const message = parseMessage(item);
    if (!message) skipped += 1;
    else if (isInConversation(message, userId)) messages.push(message);
  }
  // Immer skips frozen arrays, which avoids a deep freeze of thousands of messages.
  return { messages: freeze(messages), skipped };
}

/**
 * Parses the items of a history response. Skips items that are not messages and logs their number.
 * @returns the messages of this user's conversation, in the order of the response
 */
export function parseHistory(items: unknown[], userId: number): Message[] {
  const { messages, skipped } = parseItems(items, userId);
  if (skipped > 0) {
    console.warn(`Skipped ${String(skipped)} history items that are not messages.`);
  }
  return messages;
}

/**
 * Dispatches the last messages of a long history, to show them before the rest is parsed.
 * @param json the response's text
 * @returns a promise that resolves after these messages are painted
 */
export async function dispatchHistoryTail(
  json: string,
  request: HistoryRequest,
  api: { dispatch: AppDispatch; extra: unknown },
): Promise<void> {
  const items = json.length > LONG_HISTORY_LENGTH ? parseLastItems(json, INITIAL_ROWS) : undefined;
  if (!items) return;
  const { messages } = parseItems(items, request.userId);
  api.dispatch(historyTailLoaded({ ...request, messages }));
  const { nextFrame } = servicesOf(api);
  await new Promise<void>((resolve) => {
    nextFrame(() => {
      nextFrame(resolve);
    });
  });
}
