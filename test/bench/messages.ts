import { OPERATOR_ID, type ChatMessage } from '../provider/message';
import { Random } from '../soak/random';

const WORDS =
  'salam, sifarişim hələ gəlməyib. necə ola bilər? təşəkkür edirəm! bir dəqiqə baxaq'.split(' ');
const SHORTEST = 5;
const LONGEST_COMMON = 120;
const LONG = { share: 0.03, from: 300, to: 600 };
const FIRST = Date.parse('2025-01-01T08:00:00Z');
const MINUTE = 60_000;

/** Short messages are more common than long ones. */
function lengthOf(random: Random): number {
  if (random.chance(LONG.share)) return random.between(LONG.from, LONG.to);
  return Math.round(SHORTEST + (LONGEST_COMMON - SHORTEST) * random.next() ** 2);
}

/** What the text of the message with this number begins with, and no other's. */
export const markOf = (number: number) => `#${number} `;

/** That beginning, of a message. */
export const markIn = ({ text }: ChatMessage) => text?.slice(0, text.indexOf(' ') + 1) ?? '';

function textOf(number: number, random: Random): string {
  const length = lengthOf(random);
  let text = markOf(number);
  do text += `${random.pick(WORDS)} `;
  while (text.length < length);
  return text.trimEnd();
}

/** Whether the customer or the operator speaks: a few messages in a row each. */
const isOwn = (number: number) => [0, 1, 4, 6].includes(number % 7);

/**
 * The messages of a conversation with these numbers, a minute apart; the same ones at each call.
 * @param from the first number, @param count how many
 */
export function conversation(customerId: number, from: number, count: number): ChatMessage[] {
  return Array.from({ length: count }, (_, index) => {
    const number = from + index;
    const own = isOwn(number);
    return {
      fromUserId: own ? customerId : OPERATOR_ID,
      toUserId: own ? OPERATOR_ID : customerId,
      text: textOf(number, new Random(number)),
      imageUrl: null,
      timestamp: new Date(FIRST + number * MINUTE).toISOString().slice(0, 19),
    };
  });
}
