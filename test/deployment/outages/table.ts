import type { Result } from './round';

const COLUMNS: readonly [head: string, cellOf: (result: Result) => string | number][] = [
  ['after', ({ fault }) => fault],
  ['stored', ({ stored }) => stored],
  ['missing', ({ missing }) => missing],
  ['extra', ({ extra }) => extra],
  ['foreign', ({ foreign }) => foreign],
  ['out of order', ({ outOfOrder }) => outOfOrder],
  ['vanished', ({ vanished }) => vanished],
  ['page errors', ({ pageErrors }) => pageErrors],
  ['s until live', ({ secondsUntilLive }) => secondsUntilLive.toFixed(1)],
];

/** Returns a line; its first cell is wide and aligned to the left. */
const lineOf = (cells: readonly (string | number)[]) =>
  cells
    .map((cell, index) => (index === 0 ? `${cell}`.padEnd(36) : `${cell}`.padStart(13)))
    .join('');

/** Returns the heading of the table. */
export const headLine = (): string => lineOf(COLUMNS.map(([head]) => head));

/** Returns the line of a result, and a second line for rows that only a later history showed. */
export function resultLine(result: Result): string {
  const line = lineOf(COLUMNS.map(([, cellOf]) => cellOf(result)));
  if (result.missingBefore === undefined) return line;
  return `${line}\n  ${result.missingBefore} rows were missing before the pages fetched the history.`;
}
