import { createAction, type Dispatch } from '@reduxjs/toolkit';
import { TAIL } from '../common/constants';
import { concerns, readMessage, type Message } from '../common/message';
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

/** Resolves in a task of its own after what is there now has been painted. */
const nextPaint = ({ nextFrame }: Services) =>
  new Promise<void>((resolve) => {
    nextFrame(() => {
      nextFrame(() => setTimeout(resolve));
    });
  });

/**
 * Reads a history answer. A long one takes a while: its end is handed on before, to be seen meanwhile.
 * @returns the user's messages; what is no message is skipped with one log line
 */
export async function readHistory(
  answer: unknown[],
  userId: number,
  dispatch: Dispatch,
  services: Services,
): Promise<Message[]> {
  if (answer.length > TAIL) {
    const { messages } = read(answer.slice(-TAIL), userId);
    dispatch(historyEndRead({ userId, messages }));
    await nextPaint(services);
  }
  const { messages, skipped } = read(answer, userId);
  if (skipped > 0)
    console.warn(`The history holds ${String(skipped)} entries that are no message.`);
  return messages;
}
