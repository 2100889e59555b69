import type { Cpu } from './figures';
import { LIMITS } from './limits';
import { formatNumber } from './markdownTable';
import type { Results } from './results';

/** The outcome of one limit. */
export interface LimitCheck {
  readonly label: string;
  readonly cpu: Cpu;
  readonly measured: number | undefined;
  readonly maximum: number | undefined;
  readonly unit: string;
  readonly isMet: boolean;
}

/**
 * Checks the results against all limits.
 * @param isFullRun whether a limit without a value is missed; otherwise that limit is skipped
 */
export function checkLimits(results: Results, isFullRun: boolean): LimitCheck[] {
  return LIMITS.flatMap(({ label, cpu, unit, ...limit }) => {
    const [measured, maximum] = [limit.measured(results), limit.maximum(results)];
    if (!isFullRun && (measured === undefined || maximum === undefined)) return [];
    const isMet = measured !== undefined && maximum !== undefined && measured <= maximum;
    return [{ label, cpu, measured, maximum, unit, isMet }];
  });
}

/** Width of the label column, in characters. */
const LABEL_WIDTH = 50;

/** Formats a check as one line. */
export function formatCheck({ label, cpu, measured, maximum, unit, isMet }: LimitCheck): string {
  const name = `${label}, ${cpu}x`.padEnd(LABEL_WIDTH);
  const value = formatNumber(measured, 2).padStart(10);
  return `${name} ${value} ≤ ${formatNumber(maximum, 2)} ${unit} ${isMet ? 'ok' : 'MISSED'}`;
}
