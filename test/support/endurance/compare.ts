import type { ChatMessage } from '../../stand-in/state/conversations';
import { FAILED_IMAGE, type Row } from '../page/chatScreen';
import { isForeign } from './operator';

/** A message as a screen shows it; its `imageUrl` may be FAILED_IMAGE. */
export type Shown = Row;

/** A stored message as the customer's screen must show it. */
export interface StoredRow extends Shown {
  /** In ms since 1970. */
  storedAt: number;
}

/** Returns a stored message as the customer's screen must show it. */
export const storedRow = (
  { fromUserId, text, imageUrl, timestamp }: Omit<ChatMessage, 'toUserId'>,
  customerId: number,
): StoredRow => ({
  isOwn: fromUserId === customerId,
  text,
  imageUrl,
  // The server stores UTC without a zone.
  storedAt: Date.parse(`${timestamp}Z`),
});

const isSame = (a: Shown, b: Shown) =>
  a.isOwn === b.isOwn &&
  a.text === b.text &&
  (a.imageUrl === b.imageUrl ||
    (a.imageUrl !== null && b.imageUrl === FAILED_IMAGE) ||
    (b.imageUrl !== null && a.imageUrl === FAILED_IMAGE));

/** The multiset difference: the messages of `some` without those of `others`. */
export function missingIn<T extends Shown>(others: readonly Shown[], some: readonly T[]): T[] {
  const left = [...others];
  return some.filter((message) => {
    const index = left.findIndex((other) => isSame(message, other));
    if (index >= 0) left.splice(index, 1);
    return index < 0;
  });
}

/** Numbers of rows of a screen that differ from the stored messages. */
export interface Counts {
  /** Messages that must be shown and are not. */
  missing: number;
  /** Rows without a stored message. */
  extra: number;
  /** Rows of another customer's conversation. */
  foreign: number;
  /** Rows at another position than in the store. */
  outOfOrder: number;
}

export const addCounts = (a: Counts, b: Counts): Counts => ({
  missing: a.missing + b.missing,
  extra: a.extra + b.extra,
  foreign: a.foreign + b.foreign,
  outOfOrder: a.outOfOrder + b.outOfOrder,
});

/** Returns whether no row differs. */
export const isClean = ({ missing, extra, foreign, outOfOrder }: Counts): boolean =>
  missing + extra + foreign + outOfOrder === 0;

/**
 * Compares a screen with the stored messages.
 * @param due the messages that a live screen must show; the rows of each author are then compared
 *   separately, because rows of different authors are in order of arrival. Without it, the screen
 *   must equal the store row by row, as after a fetch of the history.
 */
export function compare(
  customerId: number,
  stored: readonly Shown[],
  shown: readonly Shown[],
  due?: readonly Shown[],
): Counts {
  const extra = missingIn(stored, shown);
  const [common, commonShown] = [
    missingIn(missingIn(shown, stored), stored),
    missingIn(extra, shown),
  ];
  const countDifferent = (isCounted: (message: Shown) => boolean) => {
    const others = commonShown.filter(isCounted);
    return common.filter(isCounted).filter((message, index) => {
      const other = others[index];
      return !other || !isSame(message, other);
    }).length;
  };
  const foreign = shown.filter(({ text }) => isForeign(customerId, text)).length;
  return {
    missing: missingIn(shown, due ?? stored).length,
    extra: extra.length - foreign,
    foreign,
    outOfOrder: due
      ? countDifferent(({ isOwn }) => isOwn) + countDifferent(({ isOwn }) => !isOwn)
      : countDifferent(() => true),
  };
}
