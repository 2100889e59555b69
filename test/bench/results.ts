import type { Cpu, Figure } from './figures';
import type { FigureValues } from './measurement';
import { median } from './statistics';
import type { SubjectName } from './subjects';

/** One figure of one subject, with the value of each round. */
export interface Result {
  subject: SubjectName;
  cpu: Cpu;
  figure: Figure;
  values: number[];
}

/** The results of a run, with one value for each round. */
export class Results {
  readonly all: Result[] = [];

  /** Adds the values of one measurement. NaN or Infinity means that the measurement did not finish. */
  add(subject: SubjectName, cpu: Cpu, values: FigureValues): void {
    for (const [figure, value] of Object.entries(values) as [Figure, number][]) {
      const existing = this.#find(subject, cpu, figure);
      if (existing) existing.values.push(value);
      else this.all.push({ subject, cpu, figure, values: [value] });
    }
  }

  /** Returns the median of the rounds; undefined when nothing was measured. */
  median(subject: SubjectName, cpu: Cpu, figure: Figure): number | undefined {
    const found = this.#find(subject, cpu, figure);
    return found && median(found.values);
  }

  #find(subject: SubjectName, cpu: Cpu, figure: Figure): Result | undefined {
    return this.all.find(
      (result) => result.subject === subject && result.cpu === cpu && result.figure === figure,
    );
  }
}
