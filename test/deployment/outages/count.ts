import { missingIn, type Shown } from '../../support/page/compareRows';
import { isForeign } from './texts';

/** Numbers of rows of a screen that differ from the database. */
export interface Counts {
  /** Stored messages that are not shown. */
  missing: number;
  /** Rows without a stored message. */
  extra: number;
  /** Rows of another customer's conversation. */
  foreign: number;
  /** Rows at another position than in the database. */
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

/** Returns the number of positions at which the lists have different messages. */
const countDifferent = (some: readonly Shown[], others: readonly Shown[]) =>
  some.filter((message, index) => message.text !== others[index]?.text).length;

/**
 * Compares a live screen with the database. Rows of different authors are in order of arrival, so
 * the rows of each author are compared separately.
 * @param due the messages that must be shown
 */
export function countLive(
  customerId: number,
  stored: readonly Shown[],
  shown: readonly Shown[],
  due: readonly Shown[],
): Counts {
  const own = ({ isOwn }: Shown) => isOwn;
  const others = ({ isOwn }: Shown) => !isOwn;
  const both = withoutDifferences(stored, shown);
  return {
    ...countRows(customerId, due, stored, shown),
    outOfOrder:
      countDifferent(both.stored.filter(own), both.shown.filter(own)) +
      countDifferent(both.stored.filter(others), both.shown.filter(others)),
  };
}

/** Compares a screen whose history was just fetched with the database, row by row. */
export function countExactly(
  customerId: number,
  stored: readonly Shown[],
  shown: readonly Shown[],
): Counts {
  const both = withoutDifferences(stored, shown);
  return {
    ...countRows(customerId, stored, stored, shown),
    outOfOrder: countDifferent(both.stored, both.shown),
  };
}

function countRows(
  customerId: number,
  due: readonly Shown[],
  stored: readonly Shown[],
  shown: readonly Shown[],
) {
  const foreign = shown.filter(({ text }) => isForeign(customerId, text)).length;
  return {
    missing: missingIn(shown, due).length,
    extra: missingIn(stored, shown).length - foreign,
    foreign,
  };
}

/** Returns both lists with only the messages that both have. */
function withoutDifferences(stored: readonly Shown[], shown: readonly Shown[]) {
  return {
    stored: missingIn(missingIn(shown, stored), stored),
    shown: missingIn(missingIn(stored, shown), shown),
  };
}
