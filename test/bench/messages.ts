import { OPERATOR_ID } from '../../src/shared/constants';
import type { ChatMessage } from '../stand-in/state/conversations';
import { Random } from '../support/time/random';

const WORDS =
  'salam, sifarişim hələ gəlməyib. necə ola bilər? təşəkkür edirəm! bir dəqiqə baxaq'.split(' ');
/** Shortest and longest message, in characters. */
const LENGTHS = { from: 5, to: 120 };
const FIRST_TIME = Date.parse('2025-01-01T08:00:00Z');
const MINUTE = 60_000;

/** The start of the text of one message; no other message contains this mark. */
export const markOf = (number: number) => `#${number} `;

/** Returns the mark of a message. */
export const markIn = ({ text }: ChatMessage) => text?.slice(0, text.indexOf(' ') + 1) ?? '';

function textOf(number: number, random: Random): string {
  // Squaring makes short messages more common than long ones.
  const length = LENGTHS.from + (LENGTHS.to - LENGTHS.from) * random.next() ** 2;
  let text = markOf(number);
  do text += `${random.pick(WORDS)} `;
  while (text.length < length);
  return text.trimEnd();
}

/** Whether the customer is the sender; each side sends one to three messages in a row. */
const isOwn = (number: number) => [0, 1, 4, 6].includes(number % 7);

/**
 * Generates consecutive messages of a conversation, one minute apart. The same arguments return the
 * same messages.
 * @param from number of the first message
 */
export function generateMessages(customerId: number, from: number, count: number): ChatMessage[] {
  return Array.from({ length: count }, (_, index) => {
    const number = from + index;
    const own = isOwn(number);
    return {
      fromUserId: own ? customerId : OPERATOR_ID,
      toUserId: own ? OPERATOR_ID : customerId,
      text: textOf(number, new Random(number)),
      imageUrl: null,
      timestamp: new Date(FIRST_TIME + number * MINUTE).toISOString().slice(0, 19),
    };
  });
}

/** Interval of the timer, in ms; the shortest that browsers allow for a repeated timer. */
const TICK = 4;

/**
 * Calls back for each item, at a fixed rate, in one batch per timer tick. Runs in Node and in pages.
 * @param perSecond items per second
 * @param signal stops early when it aborts
 * @returns resolves after the last call
 */
export function callAtRate<T>(
  items: readonly T[],
  perSecond: number,
  callback: (item: T) => void,
  signal?: AbortSignal,
): Promise<void> {
  const startedAt = performance.now();
  let done = 0;
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      const due = Math.floor(((performance.now() - startedAt) * perSecond) / 1000);
      items.slice(done, due).forEach(callback);
      done = Math.max(done, due);
      if (done < items.length && !signal?.aborted) return;
      clearInterval(timer);
      resolve();
    }, TICK);
  });
}
