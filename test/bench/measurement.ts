import type { Cpu, Figure } from './figures';
import type { SubjectName } from './subjects';

/** Values of one measurement by figure. */
export type FigureValues = Partial<Record<Figure, number>>;

/** A planned measurement of one subject. */
export interface Measurement {
  readonly subject: SubjectName;
  readonly cpu: Cpu;
  /** Shown in the progress output. */
  readonly title: string;
  readonly run: () => Promise<FigureValues>;
}
