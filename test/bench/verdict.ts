import { LIMITS } from './limits';
import type { Results } from './results';
import { format } from './table';

/** What came of one limit. */
export interface Verdict {
  readonly what: string;
  readonly cpu: number;
  readonly measured: number | undefined;
  readonly most: number | undefined;
  readonly unit: string;
  readonly isKept: boolean;
}

/**
 * Holds the results to all limits.
 * @param isWhole whether everything was measured; else what is missing is left out
 */
export function judge(results: Results, isWhole: boolean): Verdict[] {
  return LIMITS.flatMap(({ what, cpu, unit, ...limit }) => {
    const [measured, most] = [limit.measured(results), limit.most(results)];
    if (!isWhole && (measured === undefined || most === undefined)) return [];
    const isKept = measured !== undefined && most !== undefined && measured <= most;
    return [{ what, cpu, measured, most, unit, isKept }];
  });
}

const WIDTH = 50;

/** A verdict in one line. */
export function sentence({ what, cpu, measured, most, unit, isKept }: Verdict): string {
  const name = `${what}, ${cpu}x`.padEnd(WIDTH);
  const value = format(measured, 2).padStart(10);
  return `${name} ${value} ≤ ${format(most, 2)} ${unit} ${isKept ? 'ok' : 'MISSED'}`;
}
