/** CPU throttling: 4 makes the CPU four times slower. */
export type Cpu = 1 | 4;
export const CPUS: readonly Cpu[] = [1, 4];

/** The measured pages. `static` is the login screen without scripts. */
const SUBJECTS = ['app', 'virtua', 'plain', 'vanilla', 'static'] as const;
export type Subject = (typeof SUBJECTS)[number];

/** The figures of one measurement, by name. */
export type Values = Record<string, number>;

/** Returns a percentile by the nearest-rank method; NaN without values. @param share from 0 to 1 */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? NaN;
}

/** The values of one round. */
export interface Result {
  subject: Subject;
  cpu: Cpu;
  values: Values;
}

/** Returns the median of the rounds, the lower one of two; NaN if nothing was measured. */
function median(results: readonly Result[], subject: Subject, cpu: Cpu, figure: string): number {
  const measured = results.filter((result) => result.subject === subject && result.cpu === cpu);
  return percentile(
    measured.flatMap(({ values }) => values[figure] ?? []),
    0.5,
  );
}

/** Prints the medians, at CPU 1x / 4x. */
export function printMedians(results: readonly Result[]): void {
  const format = (value: number) => (Number.isNaN(value) ? '–' : String(+value.toFixed(2)));
  const figures = new Set(results.flatMap(({ values }) => Object.keys(values)));
  const rows = [...figures].map((figure) => {
    const cells = SUBJECTS.map((subject) => {
      const medians = CPUS.map((cpu) => format(median(results, subject, cpu, figure)));
      return [subject, medians.join(' / ')];
    });
    return [figure, Object.fromEntries(cells) as object];
  });
  console.log('Medians at CPU 1x / 4x');
  console.table(Object.fromEntries(rows));
}

/** Run-to-run noise of frame-aligned timings at CPU 1x, in ms: an eighth of a frame. */
const FRAME_ALIGNED_NOISE = 2;
/** Run-to-run noise of a history, in ms: one frame, because its response arrives anywhere in a frame. */
const HISTORY_NOISE = 16.7;
/** Run-to-run noise of the frames that one page drops in a second. */
const DROPPED_FRAMES_NOISE = 2;
/** Run-to-run noise of the longest task at CPU 1x, in ms: at 4x, the duration that browsers report. */
const LONG_TASK_NOISE = 12.5;

/** A value that must not exceed a maximum. NaN: it was not measured. */
type Limit = [label: string, value: number, maximum: number];

/** Divides, unless the difference is noise: a slightly larger numerator counts as equal. */
const ratio = (a: number, b: number, noise = 0): number => (a >= b && a - b <= noise ? 1 : a / b);

/** Maximum ratio to the best reference: of medians, and of p99. Of the stress, both are 1.5. */
const MAX_MEDIAN = 1.2;
const MAX_P99 = 1.5;
const STRESS = '10,000';

/** The figures for each number of messages, with their noise at CPU 1x. */
const FIGURES: [name: (size: string) => string, noise: number][] = [
  [(size) => `history of ${size}, ms`, HISTORY_NOISE],
  [(size) => `live message, ${size} in the list, p50, ms`, FRAME_ALIGNED_NOISE],
  [(size) => `live message, ${size} in the list, p99, ms`, FRAME_ALIGNED_NOISE],
  [(size) => `key press, ${size} in the list, p50, ms`, FRAME_ALIGNED_NOISE],
  [(size) => `key press, ${size} in the list, p99, ms`, FRAME_ALIGNED_NOISE],
  [(size) => `key press during 20 messages/s, ${size} in the list, p99, ms`, FRAME_ALIGNED_NOISE],
];

/** Returns the limits of the app at one CPU speed. Every value is the median of the rounds. */
export function limitsOf(results: readonly Result[], cpu: Cpu): Limit[] {
  const of = (subject: Subject, figure: string) => median(results, subject, cpu, figure);
  const toBest = (figure: string, noise: number, maximum: number): Limit => {
    const references = (['virtua', 'plain', 'vanilla'] as const).map((page) => of(page, figure));
    const best = Math.min(...references.filter((value) => value >= 0));
    return [`${figure} / best reference`, ratio(of('app', figure), best, noise * cpu), maximum];
  };
  const limits = ['300', '1,000', STRESS].flatMap((size) =>
    FIGURES.map(([nameOf, noise]) => {
      const isMedian = size !== STRESS && !nameOf(size).includes('p99');
      return toBest(nameOf(size), noise, isMedian ? MAX_MEDIAN : MAX_P99);
    }),
  );
  const burst = '1,000 messages in 1 s';
  const stress = [
    toBest(`${burst}: dropped frames`, DROPPED_FRAMES_NOISE, MAX_P99),
    toBest(`${burst}: last one painted, ms`, FRAME_ALIGNED_NOISE, MAX_P99),
  ];
  if (cpu === 1) return [...limits, ...stress, toBest('heap, 10,000 in the list, MB', 0, MAX_P99)];
  const html = of('static', 'slow 4G: login, ms');
  const refetches = ['300', '1,000', STRESS].map((size) =>
    toBest(`refetch of ${size}: longest task over 50 ms`, LONG_TASK_NOISE, MAX_P99),
  );
  return [
    ...limits,
    ...stress,
    ...refetches,
    ['slow 4G: login / static HTML', of('app', 'slow 4G: login, ms') / html, 1.15],
    ['slow 4G: chat / static HTML', of('app', 'slow 4G: chat, ms') / html, 1.15],
  ];
}
