import type { Cpu } from './figures';
import type { Part } from './options';
import type { Stage } from './stage';
import type { Step } from './step';
import { PLAIN100, SIGNALR, WHOLE, type Subject } from './subjects';
import { tour100, tour1000, tour10000 } from './tour';

const CPUS: readonly Cpu[] = [1, 4];
const MANY = '10,000 messages';

type Tour = (stage: Stage, subject: Subject, cpu: Cpu, parts: readonly Part[]) => Step['measure'];

interface Leg {
  readonly title: string;
  readonly cpus: readonly Cpu[];
  /** Left out where none of these is wanted. */
  readonly parts: readonly Part[];
  readonly subjects: readonly Subject[];
  readonly tour: Tour;
}

const LEGS: readonly Leg[] = [
  {
    title: '100 messages',
    cpus: CPUS,
    parts: ['history'],
    subjects: [...WHOLE, PLAIN100],
    tour: (stage, subject, cpu) => () => tour100(stage, subject, cpu),
  },
  {
    title: '1,000 messages',
    cpus: [1],
    parts: ['live'],
    subjects: WHOLE,
    tour: (stage, subject, cpu) => () => tour1000(stage, subject, cpu),
  },
  {
    title: MANY,
    cpus: CPUS,
    parts: ['history', 'live', 'typing', 'burst', 'memory'],
    subjects: [...WHOLE, SIGNALR],
    tour: (stage, subject, cpu, parts) => () => tour10000(stage, subject, cpu, parts),
  },
];

/** A page with 10,000 rows takes half a minute and is never the best: once is enough. */
const isSlow = (step: Step) => step.title === MANY && ['plain', 'vanilla'].includes(step.subject);

/** A round through all pages, one after the other, so that a noisy moment hits all of them. */
export function tours(stage: Stage, parts: readonly Part[], isFirst: boolean): Step[] {
  const legs = LEGS.filter((leg) => leg.parts.some((part) => parts.includes(part)));
  const steps = legs.flatMap(({ title, cpus, subjects, tour }) =>
    cpus.flatMap((cpu) =>
      subjects.map((subject) => {
        const measure = tour(stage, subject, cpu, parts);
        return { subject: subject.name, cpu, title, measure };
      }),
    ),
  );
  return steps.filter((step) => isFirst || !isSlow(step));
}
