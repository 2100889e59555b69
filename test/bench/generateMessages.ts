import { OPERATOR_ID, type ChatMessage } from '../stand-in/state/conversations';
import { Random } from '../support/time/random';

const WORDS =
  'salam, sifarişim hələ gəlməyib. necə ola bilər? təşəkkür edirəm! bir dəqiqə baxaq'.split(' ');
/** Lengths of common messages, in characters. */
const COMMON = { from: 5, to: 120 };
/** Share of long messages and their lengths, in characters. */
const LONG = { share: 0.03, from: 300, to: 600 };
const FIRST_TIME = Date.parse('2025-01-01T08:00:00Z');
const MINUTE = 60_000;

/** Returns a text length; squaring makes short messages more common than long ones. */
function lengthOf(random: Random): number {
  if (random.chance(LONG.share)) return random.between(LONG.from, LONG.to);
  return Math.round(COMMON.from + (COMMON.to - COMMON.from) * random.next() ** 2);
}

/** The start of the text of one message; no other message contains this mark. */
export const markOf = (number: number) => `#${number} `;

/** Returns the mark of a message. */
export const markIn = ({ text }: ChatMessage) => text?.slice(0, text.indexOf(' ') + 1) ?? '';

function textOf(number: number, random: Random): string {
  const length = lengthOf(random);
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
