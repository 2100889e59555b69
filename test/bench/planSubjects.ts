import type { Environment } from './environment';
import type { Cpu } from './figures';
import type { Measurement } from './measurement';
import { measureWith100, measureWith1000, measureWith10000 } from './measureSubject';
import type { Part } from './options';
import { COMPLETE_LISTS, type Subject } from './subjects';

const CPUS: readonly Cpu[] = [1, 4];
const MANY = '10,000 messages';

type Measure = (
  environment: Environment,
  subject: Subject,
  cpu: Cpu,
  parts: readonly Part[],
) => ReturnType<Measurement['run']>;

/** One measurement for several pages. */
interface Group {
  readonly title: string;
  readonly cpus: readonly Cpu[];
  /** The group is skipped unless one of these parts is selected. */
  readonly parts: readonly Part[];
  readonly subjects: readonly Subject[];
  readonly measure: Measure;
}

const GROUPS: readonly Group[] = [
  {
    title: '100 messages',
    cpus: CPUS,
    parts: ['history'],
    subjects: COMPLETE_LISTS,
    measure: measureWith100,
  },
  {
    title: '1,000 messages',
    cpus: [1],
    parts: ['live'],
    subjects: COMPLETE_LISTS,
    measure: measureWith1000,
  },
  {
    title: MANY,
    cpus: CPUS,
    parts: ['history', 'live', 'typing', 'burst', 'memory'],
    subjects: COMPLETE_LISTS,
    measure: measureWith10000,
  },
];

/** Pages with 10,000 rendered rows take half a minute and are never the best, so one round is enough. */
const isSlow = ({ title, subject }: Measurement) =>
  title === MANY && ['plain', 'vanilla'].includes(subject);

/** Plans one round through all pages. Pages take turns, so that a noisy moment affects all of them. */
export function planSubjects(
  environment: Environment,
  parts: readonly Part[],
  isFirstRound: boolean,
): Measurement[] {
  const groups = GROUPS.filter((group) => group.parts.some((part) => parts.includes(part)));
  const measurements = groups.flatMap(({ title, cpus, subjects, measure }) =>
    cpus.flatMap((cpu) =>
      subjects.map((subject) => {
        const run = () => measure(environment, subject, cpu, parts);
        return { subject: subject.name, cpu, title, run };
      }),
    ),
  );
  return measurements.filter((measurement) => isFirstRound || !isSlow(measurement));
}
