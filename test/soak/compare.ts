import type { ChatMessage } from '../provider/message';

/** A message as a screen shows it. */
export interface Shown {
  isOwn: boolean;
  text: string | null;
  /** The picture's relative address; BROKEN where it could not be loaded. */
  picture: string | null;
}

/** What stands for a picture that the browser could not load while the line was cut. */
export const BROKEN = 'broken';

/** A stored message as the customer's screen has to show it. */
export const expectedOf = ({ fromUserId, text, imageUrl }: ChatMessage, customerId: number) => ({
  isOwn: fromUserId === customerId,
  text,
  picture: imageUrl,
});

const isSame = (stored: Shown, shown: Shown) =>
  stored.isOwn === shown.isOwn &&
  stored.text === shown.text &&
  (stored.picture === shown.picture || (stored.picture !== null && shown.picture === BROKEN));

const written = (message: Shown | undefined) =>
  message
    ? `${message.isOwn ? 'customer' : 'operator'}: ${JSON.stringify(message.text ?? message.picture)}`
    : 'nothing';

/** The messages of `some` that `others` lacks, each as often as it lacks it. */
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

/** Compares what the provider stored with what a screen shows, message by message. */
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
          `stored ${written(stored[at])}, shown ${written(shown[at])}` +
          [
            ...lost.map((message) => `\n    lost ${written(message)}`),
            ...doubled.map((message) => `\n    too much ${written(message)}`),
          ]
            .slice(0, 10)
            .join(''),
  };
}
