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
/** Durations of two and three frames at 60 Hz, in ms. */
const FRAMES_2 = 33.4;
const FRAMES_3 = 50.1;
/** Duration in ms above which browsers report a long task. */
const LONG_TASK = 50;
/** Maximum number of DOM nodes: fewer than 1,500. */
const MAX_NODES = 1_499;

/** A value that must not exceed a maximum. NaN: it was not measured. */
type Limit = [label: string, value: number, maximum: number];

/** Divides, unless the difference is noise: a slightly larger numerator counts as equal. */
const ratio = (a: number, b: number, noise = 0): number => (a >= b && a - b <= noise ? 1 : a / b);

/** Returns the limits of the app at one CPU speed. Every value is the median of the rounds. */
export function limitsOf(results: readonly Result[], cpu: Cpu): Limit[] {
  const of = (subject: Subject) => (figure: string) => median(results, subject, cpu, figure);
  const [app, virtua, staticPage] = [of('app'), of('virtua'), of('static')];
  const best = (figure: string, subjects: Subject[] = ['virtua', 'plain', 'vanilla']) =>
    Math.min(...subjects.map((subject) => of(subject)(figure)).filter((value) => value >= 0));
  const atMost = (maximum: number, figure: string): Limit => [figure, app(figure), maximum];
  /** A limit in ms. A machine on which virtua misses the limit is slow: virtua's figure counts then. */
  const orVirtua = (limit: number, figure: string, factor = 1) =>
    atMost(Math.max(limit, factor * virtua(figure)), figure);
  const noise = FRAME_ALIGNED_NOISE * cpu;

  const [history, live] = ['history of 10,000, ms', 'live message, 10,000 in the list, p50, ms'];
  const history100 = app('history of 100, ms');
  const live100 = app('live message, 100 in the list, p50, ms');
  const dropped = '1,000 messages in 1 s: dropped frames';
  const limits: Limit[] = [
    ['history of 10,000 / best reference', app(history) / best(history), 1.25],
    ['history of 10,000 / of 100', ratio(app(history), history100, HISTORY_NOISE), 1.5],
    orVirtua(FRAMES_2, live),
    orVirtua(FRAMES_3, 'live message, 10,000 in the list, p99, ms'),
    ['live message / best reference', ratio(app(live), best(live), noise), 1.25],
    ['live message, 10,000 / 100 in the list', ratio(app(live), live100, noise), 1.15],
    orVirtua(LONG_TASK, '1,000 messages in 1 s: longest task over 50 ms'),
    atMost(virtua(dropped) + DROPPED_FRAMES_NOISE, dropped),
    orVirtua(100, '1,000 messages in 1 s: last one painted, ms'),
  ];

  if (cpu === 1) {
    const heap = 'heap, 10,000 in the list, MB';
    const hourHeap = app('heap, after 3,600 live messages, MB');
    return [
      ...limits,
      ['history of 100,000 / of 10,000', app('history of 100,000, ms') / app(history), 3],
      atMost(1, 'wheel to the top: dropped frames, %'),
      atMost(1, 'Page Up to the top: dropped frames, %'),
      atMost(FRAMES_2, 'key press, p99, ms'),
      atMost(FRAMES_2, 'key press during 20 messages/s, p99, ms'),
      ['heap / best React reference', app(heap) / best(heap, ['virtua', 'plain']), 1.6],
      atMost(MAX_NODES, 'DOM nodes, 10,000 in the list'),
      atMost(MAX_NODES, 'DOM nodes, after 3,600 live messages'),
      ['heap after 3,600 live / opened', hourHeap / app('heap, 13,600 in the list, MB'), 1.25],
    ];
  }
  const key = 'key press, p50, ms';
  const paint = staticPage('slow 4G: login, ms');
  return [
    ...limits,
    ['key press / best reference, p50', ratio(app(key), best(key), noise), 1],
    orVirtua(LONG_TASK, 'refetch of 10,000: longest task over 50 ms'),
    orVirtua(LONG_TASK, 'refetch and a new one: longest task over 50 ms', 2.5),
    ['slow 4G: login / static HTML', app('slow 4G: login, ms') / paint, 1.15],
    ['slow 4G: chat / static HTML', app('slow 4G: chat, ms') / paint, 1.15],
  ];
}
