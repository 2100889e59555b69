import { OPERATOR_ID } from '../../src/contract/constants';
import type { ChatMessage } from '../stand-in/state/conversations';

const WORDS = 'salam, sifarişim hələ gəlməyib. necə ola bilər? təşəkkür edirəm! bir dəqiqə ';
const FIRST_TIME = Date.parse('2025-01-01T08:00:00Z');
const MINUTE = 60_000;

/** Returns the text of a message: unique, about 10 to 120 characters long, and more often short. */
export const textOf = (number: number): string =>
  `#${number} ${WORDS.repeat(2).slice(0, 5 + 115 * ((number % 20) / 20) ** 2)}`.trim();

/** Whether the customer is the sender; each side sends one to three messages in a row. */
const isOwn = (number: number) => [0, 1, 4, 6].includes(number % 7);

/**
 * Generates consecutive messages of a conversation, one minute apart.
 * @param first number of the first message; a number has the same text in every conversation
 * @param imageUrl the image of every twentieth message
 */
export function generateMessages(
  customerId: number,
  first: number,
  count: number,
  imageUrl: string | null,
): ChatMessage[] {
  return Array.from({ length: count }, (_, index) => {
    const number = first + index;
    return {
      fromUserId: isOwn(number) ? customerId : OPERATOR_ID,
      toUserId: isOwn(number) ? OPERATOR_ID : customerId,
      text: textOf(number),
      imageUrl: number % 20 === 0 ? imageUrl : null,
      timestamp: new Date(FIRST_TIME + number * MINUTE).toISOString().slice(0, 19),
    };
  });
}
