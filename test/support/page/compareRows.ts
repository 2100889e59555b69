import type { ChatMessage } from '../../stand-in/state/conversations';
import type { Row } from './chatScreen';

/** A message as a screen shows it; its `imageUrl` may be FAILED_IMAGE. */
export type Shown = Row;

/** The `imageUrl` of an image that the browser could not load during an outage. */
export const FAILED_IMAGE = 'failed';

/** A stored message as the customer's screen must show it. */
export const expectedOf = (
  { fromUserId, text, imageUrl }: Pick<ChatMessage, 'fromUserId' | 'text' | 'imageUrl'>,
  customerId: number,
): Shown => ({
  isOwn: fromUserId === customerId,
  text,
  imageUrl,
});

const isSame = (stored: Shown, shown: Shown) =>
  stored.isOwn === shown.isOwn &&
  stored.text === shown.text &&
  (stored.imageUrl === shown.imageUrl ||
    (stored.imageUrl !== null && shown.imageUrl === FAILED_IMAGE));

const describeMessage = (message: Shown | undefined) =>
  message
    ? `${message.isOwn ? 'customer' : 'operator'}: ${JSON.stringify(message.text ?? message.imageUrl)}`
    : 'nothing';

/** The multiset difference: the messages of `some` without those of `others`. */
export function missingIn(others: readonly Shown[], some: readonly Shown[]): Shown[] {
  const left = [...others];
  return some.filter((message) => {
    const index = left.findIndex((other) => isSame(message, other) || isSame(other, message));
    if (index >= 0) left.splice(index, 1);
    return index < 0;
  });
}

export interface Verdict {
  lost: number;
  doubled: number;
  outOfOrder: number;
  firstDifference: string | undefined;
}

/** Compares what the server stored with what a screen shows, message by message. */
export function compare(stored: readonly Shown[], shown: readonly Shown[]): Verdict {
  const lost = missingIn(shown, stored);
  const doubled = missingIn(stored, shown);
  const length = Math.max(stored.length, shown.length);
  const differs = Array.from({ length }, (_, index) => {
    const [a, b] = [stored[index], shown[index]];
    return !a || !b || !isSame(a, b);
  });
  const at = differs.indexOf(true);
  const isPermuted = at >= 0 && lost.length + doubled.length === 0;
  return {
    lost: lost.length,
    doubled: doubled.length,
    outOfOrder: isPermuted ? differs.filter(Boolean).length : 0,
    firstDifference:
      at < 0
        ? undefined
        : `message ${at + 1} of ${stored.length}: ` +
          `stored ${describeMessage(stored[at])}, shown ${describeMessage(shown[at])}` +
          [
            ...lost.map((message) => `\n    lost ${describeMessage(message)}`),
            ...doubled.map((message) => `\n    doubled ${describeMessage(message)}`),
          ]
            .slice(0, 10)
            .join(''),
  };
}
