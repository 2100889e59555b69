import type { Provider } from '../stand-in/provider';
import type { Customer } from './customer';

/** What all participants of a run share. */
export interface Run {
  readonly provider: Provider;
  readonly customers: readonly Customer[];
  /** Aborted at the end of the run. */
  readonly signal: AbortSignal;
  readonly tally: Tally;
}

/** Whether the run has ended. A function, because TypeScript would narrow `aborted` across `await`. */
export const isOver = ({ aborted }: AbortSignal): boolean => aborted;

/** Counts the injected faults and the checks, and collects the problems. */
export class Tally {
  readonly faults = new Map<string, number>();
  readonly problems: string[] = [];
  checks = 0;

  fault(kind: string): void {
    this.faults.set(kind, (this.faults.get(kind) ?? 0) + 1);
  }

  problem(description: string): void {
    this.problems.push(description);
  }

  get faultCount(): number {
    return [...this.faults.values()].reduce((sum, count) => sum + count, 0);
  }
}
