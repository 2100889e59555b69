import type { Cpu } from './figures';
import type { Part } from './options';
import type { Stage } from './stage';
import type { Step } from './step';
import { PLAIN100, SIGNALR, WHOLE, type Subject } from './subjects';
import { tour100, tour1000, tour10000 } from './tour';

const CPUS: readonly Cpu[] = [1, 4];

type Tour = (stage: Stage, subject: Subject, cpu: Cpu, parts: readonly Part[]) => Step['measure'];

interface Leg {
  readonly title: string;
  /** Left out where none of these is wanted. */
  readonly parts: readonly Part[];
  readonly subjects: readonly Subject[];
  readonly tour: Tour;
}

const LEGS: readonly Leg[] = [
  {
    title: '100 messages',
    parts: ['history', 'live'],
    subjects: [...WHOLE, PLAIN100],
    tour: (stage, subject, cpu, parts) => () => tour100(stage, subject, cpu, parts),
  },
  {
    title: '1,000 messages',
    parts: ['live'],
    subjects: WHOLE,
    tour: (stage, subject, cpu) => () => tour1000(stage, subject, cpu),
  },
  {
    title: '10,000 messages',
    parts: ['history', 'live', 'typing', 'burst', 'memory'],
    subjects: [...WHOLE, SIGNALR],
    tour: (stage, subject, cpu, parts) => () => tour10000(stage, subject, cpu, parts),
  },
];

/** A round through all pages, one after the other, so that a noisy moment hits all of them. */
export function tours(stage: Stage, parts: readonly Part[]): Step[] {
  const legs = LEGS.filter((leg) => leg.parts.some((part) => parts.includes(part)));
  return CPUS.flatMap((cpu) =>
    legs.flatMap(({ title, subjects, tour }) =>
      subjects.map((subject) => ({
        subject: subject.name,
        cpu,
        title,
        measure: tour(stage, subject, cpu, parts),
      })),
    ),
  );
}
