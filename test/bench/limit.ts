import type { Cpu, Figure } from './figures';
import type { Results } from './results';
import type { SubjectName } from './subjects';

/** A value out of the results; undefined where it was not measured. */
type Reading = (results: Results) => number | undefined;

/** Something that must hold. */
export interface Limit {
  readonly what: string;
  readonly cpu: Cpu;
  readonly measured: Reading;
  readonly most: Reading;
  readonly unit: string;
}

/** The median of a page. */
export const figureOf =
  (subject: SubjectName, figure: Figure, cpu: Cpu): Reading =>
  (results) =>
    results.of(subject, cpu, figure);

/** The lowest median of several pages. */
export const lowestOf =
  (subjects: readonly SubjectName[], figure: Figure, cpu: Cpu): Reading =>
  (results) => {
    const values = subjects.map((subject) => results.of(subject, cpu, figure));
    const known = values.filter((value) => value !== undefined);
    return known.length > 0 ? Math.min(...known) : undefined;
  };

/** A reading, and that much more. */
export const plus =
  (read: Reading, more: number): Reading =>
  (results) => {
    const value = read(results);
    return value === undefined ? undefined : value + more;
  };

/** A figure that is at most so much, or at most another figure. */
export const atMost = (
  what: string,
  cpu: Cpu,
  measured: Reading,
  most: number | Reading,
  unit = '',
): Limit => ({
  what,
  cpu,
  measured,
  most: typeof most === 'number' ? () => most : most,
  unit,
});

/**
 * Two figures of which the first is at most so many times the other.
 * @param resolution figures that are no further apart than this are the same
 */
export const ratio = (
  what: string,
  cpu: Cpu,
  of: Reading,
  to: Reading,
  most: number,
  resolution = 0,
): Limit =>
  atMost(
    what,
    cpu,
    (results) => {
      const [a, b] = [of(results), to(results)];
      if (a === undefined || b === undefined) return undefined;
      return a > b && a - b <= resolution ? 1 : a / b;
    },
    most,
  );
