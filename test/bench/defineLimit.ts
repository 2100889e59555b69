import type { Cpu, Figure } from './figures';
import type { Results } from './results';
import type { SubjectName } from './subjects';

/** Reads a value from the results; undefined when it was not measured. */
type ReadValue = (results: Results) => number | undefined;

/** A value that must not exceed a maximum. */
export interface Limit {
  readonly label: string;
  readonly cpu: Cpu;
  readonly measured: ReadValue;
  readonly maximum: ReadValue;
  readonly unit: string;
}

/** Reads the median of one subject. */
export const medianOf =
  (subject: SubjectName, figure: Figure, cpu: Cpu): ReadValue =>
  (results) =>
    results.median(subject, cpu, figure);

/** Reads the lowest median of several subjects. */
export const lowestMedianOf =
  (subjects: readonly SubjectName[], figure: Figure, cpu: Cpu): ReadValue =>
  (results) => {
    const medians = subjects.map((subject) => results.median(subject, cpu, figure));
    const measured = medians.filter((value) => value !== undefined);
    return measured.length > 0 ? Math.min(...measured) : undefined;
  };

/** Adds a constant to a value. */
export const plus =
  (read: ReadValue, addend: number): ReadValue =>
  (results) => {
    const value = read(results);
    return value === undefined ? undefined : value + addend;
  };

/** Limits a value to a number or to another value. */
export const atMost = (
  label: string,
  cpu: Cpu,
  measured: ReadValue,
  maximum: number | ReadValue,
  unit = '',
): Limit => ({
  label,
  cpu,
  measured,
  maximum: typeof maximum === 'number' ? () => maximum : maximum,
  unit,
});

/**
 * Limits the ratio of two values.
 * @param tolerance a larger numerator counts as equal (ratio 1) when the difference is at most this
 */
export const ratio = (
  label: string,
  cpu: Cpu,
  numerator: ReadValue,
  denominator: ReadValue,
  maximum: number,
  tolerance = 0,
): Limit =>
  atMost(
    label,
    cpu,
    (results) => {
      const [a, b] = [numerator(results), denominator(results)];
      if (a === undefined || b === undefined) return undefined;
      return a >= b && a - b <= tolerance ? 1 : a / b;
    },
    maximum,
  );
