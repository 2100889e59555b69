import { createAction, type Dispatch } from '@reduxjs/toolkit';
import { LONG_HISTORY, TAIL } from '../common/constants';
import { concerns, readMessage, type Message } from '../common/message';
import { lastOf } from './lastOf';
import type { Services } from './services';

/** The last messages of a history whose rest is being read. */
export const historyEndRead = createAction<{ userId: number; messages: Message[] }>(
  'messages/historyEndRead',
);

/** The messages in an answer, or in a part of it, that are this user's; what is no message is skipped. */
function read(answer: unknown[], userId: number) {
  const messages: Message[] = [];
  let skipped = 0;
  for (const entry of answer) {
    const message = readMessage(entry);
    if (!message) skipped += 1;
    else if (concerns(message, userId)) messages.push(message);
  }
  // Frozen here, a long one is not walked through to be frozen deeply at each step of its way.
  return { messages: Object.freeze(messages) as Message[], skipped };
}

/** Resolves after what is there now has been painted. */
const nextPaint = ({ nextFrame }: Services) =>
  new Promise<void>((resolve) => {
    nextFrame(() => {
      nextFrame(resolve);
    });
  });

/**
 * Hands on the end of a long history, to be seen while the rest is read.
 * @param json the answer as text
 * @returns resolves when it is time for the rest
 */
export async function handOnEnd(
  json: string,
  userId: number,
  dispatch: Dispatch,
  services: Services,
): Promise<void> {
  const end = json.length > LONG_HISTORY ? lastOf(json, TAIL) : undefined;
  if (!end) return;
  dispatch(historyEndRead({ userId, messages: read(end, userId).messages }));
  await nextPaint(services);
}

/** The user's messages in a history answer; what is no message is skipped with one log line. */
export function readHistory(answer: unknown[], userId: number): Message[] {
  const { messages, skipped } = read(answer, userId);
  if (skipped > 0)
    console.warn(`The history holds ${String(skipped)} entries that are no message.`);
  return messages;
}
