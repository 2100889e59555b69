import type { Cpu, Figure } from './figures';
import { median } from './statistics';
import type { Figures } from './step';
import type { SubjectName } from './subjects';

/** One figure of one page, with what each round gave. */
export interface Result {
  subject: SubjectName;
  cpu: Cpu;
  figure: Figure;
  values: number[];
}

/** All that was measured. */
export class Results {
  readonly all: Result[] = [];

  /** Adds what a round gave; NaN and Infinity are values of what did not come to its end. */
  add(subject: SubjectName, cpu: Cpu, figures: Figures): void {
    for (const [figure, value] of Object.entries(figures) as [Figure, number][]) {
      const known = this.#find(subject, cpu, figure);
      if (known) known.values.push(value);
      else this.all.push({ subject, cpu, figure, values: [value] });
    }
  }

  /** The median over the rounds; undefined where nothing was measured. */
  of(subject: SubjectName, cpu: Cpu, figure: Figure): number | undefined {
    const found = this.#find(subject, cpu, figure);
    return found && median(found.values);
  }

  #find(subject: SubjectName, cpu: Cpu, figure: Figure): Result | undefined {
    return this.all.find(
      (one) => one.subject === subject && one.cpu === cpu && one.figure === figure,
    );
  }
}
