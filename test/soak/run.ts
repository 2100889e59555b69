import type { Provider } from '../provider/provider';
import type { Customer } from './customer';

/** What everybody who takes part in a run shares. */
export interface Run {
  readonly provider: Provider;
  readonly customers: readonly Customer[];
  /** Aborted when the time is over. */
  readonly signal: AbortSignal;
  readonly tally: Tally;
}

/** Whether the time is over. */
export const isOver = ({ aborted }: AbortSignal): boolean => aborted;

/** What happened how often, and what went wrong. */
export class Tally {
  readonly faults = new Map<string, number>();
  readonly problems: string[] = [];
  looks = 0;

  fault(kind: string): void {
    this.faults.set(kind, (this.faults.get(kind) ?? 0) + 1);
  }

  problem(what: string): void {
    this.problems.push(what);
  }

  get faultsInAll(): number {
    return [...this.faults.values()].reduce((sum, times) => sum + times, 0);
  }
}
