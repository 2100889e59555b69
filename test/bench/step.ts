import type { Cpu, Figure } from './figures';
import type { SubjectName } from './subjects';

/** The figures of one page. */
export type Figures = Partial<Record<Figure, number>>;

/** One thing to do: a page to open, and what that gives. */
export interface Step {
  readonly subject: SubjectName;
  readonly cpu: Cpu;
  /** What it is, for whoever waits. */
  readonly title: string;
  readonly measure: () => Promise<Figures>;
}
