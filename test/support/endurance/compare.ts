import type { Row } from '../page/chatScreen';

const isSame = (a: Row, b: Row) =>
  a.isOwn === b.isOwn && a.text === b.text && a.imageUrl === b.imageUrl;

/** The multiset difference: the messages of `some` without those of `others`. */
function missingIn(others: readonly Row[], some: readonly Row[]): Row[] {
  const left = [...others];
  return some.filter((message) => {
    const index = left.findIndex((other) => isSame(message, other));
    if (index >= 0) left.splice(index, 1);
    return index < 0;
  });
}

/**
 * Compares a screen with the stored messages.
 * @param due the messages that a live screen must show; the rows of each author are then compared
 *   separately, because rows of different authors are in order of arrival. Without it, the screen
 *   must equal the store row by row, as after a fetch of the history.
 * @returns a line for each row that differs
 */
export function differences(stored: readonly Row[], shown: readonly Row[], due?: readonly Row[]) {
  const extra = missingIn(stored, shown);
  // Of equal messages, the last is missing: a frozen server may store a failed send after its repetition.
  const common = missingIn(missingIn(shown, stored), stored.toReversed()).toReversed();
  const commonShown = missingIn(extra, shown);
  const authors = due ? [[true], [false]] : [[true, false]];
  const misplaced = authors.flatMap((author) => {
    const isCounted = ({ isOwn }: Row) => author.includes(isOwn);
    const others = commonShown.filter(isCounted);
    return common.filter(isCounted).filter((row, index) => !isSame(row, others[index] ?? row));
  });
  return Object.entries({ missing: missingIn(shown, due ?? stored), extra, misplaced }).flatMap(
    ([problem, rows]) => rows.map((row) => `${problem}: ${JSON.stringify(row)}`),
  );
}
