/** CPU throttling: 4 makes the CPU four times slower. */
export type Cpu = 1 | 4;
export const CPUS: readonly Cpu[] = [1, 4];

/** The measured pages. `static` is the login screen without scripts. */
export const SUBJECTS = ['app', 'virtua', 'plain', 'vanilla', 'static'] as const;
export type Subject = (typeof SUBJECTS)[number];

/** Every figure in the order of the table, with its unit. */
const FIGURES = {
  history100: 'history of 100 painted, ms',
  history10000: 'history of 10,000 painted, ms',
  history100000: 'history of 100,000 painted, ms',
  live100P50: 'live message, 100 in the list, p50, ms',
  live10000P50: 'live message, 10,000 in the list, p50, ms',
  live10000P99: 'live message, 10,000 in the list, p99, ms',
  quietKeyP50: 'key press, p50, ms',
  quietKeyP99: 'key press, p99, ms',
  busyKeyP99: 'key press during 20 messages/s, p99, ms',
  refetchTask: 'refetch of 10,000: longest task over 50 ms',
  refetchKey: 'refetch of 10,000: slowest key press, ms',
  grownTask: 'refetch and a new one: longest task over 50 ms',
  grownKey: 'refetch and a new one: slowest key press, ms',
  burstDropped: '1,000 messages in 1 s: dropped frames',
  burstTask: '1,000 messages in 1 s: longest task over 50 ms',
  burstLast: '1,000 messages in 1 s: last one painted, ms',
  burstKeyP50: '1,000 messages in 1 s: key press, p50, ms',
  heap: 'heap, 10,000 in the list, MB',
  nodes: 'DOM nodes, 10,000 in the list',
  hourHeap: 'heap after 3,600 live messages, MB',
  hourNodes: 'DOM nodes after 3,600 live messages',
  openedHeap: 'heap, opened with 13,600, MB',
  wheelDropped: 'wheel to the top: dropped frames, %',
  wheelBlank: 'wheel to the top: frames with a gap',
  wheelJumped: 'wheel to the top: frames with a jump',
  pageUpDropped: 'Page Up to the top: dropped frames, %',
  pageUpBlank: 'Page Up to the top: frames with a gap',
  pageUpJumped: 'Page Up to the top: frames with a jump',
  loginPaint: 'slow 4G: login painted, ms',
  chatPaint: 'slow 4G, signed in: chat painted, ms',
  loginFrames: 'slow 4G, signed in: frames that show the login',
  historyRequested: 'slow 4G, signed in: history requested, ms',
  reactRendered: 'slow 4G, signed in: React rendered, ms',
  chatScriptLoaded: 'slow 4G, signed in: chat.js loaded, ms',
} as const;
export type Figure = keyof typeof FIGURES;
/** The values of one measurement. Infinity: the measurement did not finish. */
export type Values = Partial<Record<Figure, number>>;

/** Returns a percentile by the nearest-rank method; NaN without values. @param share from 0 to 1 */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? NaN;
}

/** The value of each round, by subject, CPU and figure. */
export class Results {
  readonly #rounds = new Map<string, number[]>();

  add(subject: Subject, cpu: Cpu, values: Values): void {
    for (const [figure, value] of Object.entries(values)) {
      const key = `${subject} ${cpu} ${figure}`;
      this.#rounds.set(key, [...(this.#rounds.get(key) ?? []), value]);
    }
  }

  /** Returns the median of the rounds, the lower one of two; NaN if nothing was measured. */
  median(subject: Subject, cpu: Cpu, figure: Figure): number {
    return percentile(this.#rounds.get(`${subject} ${cpu} ${figure}`) ?? [], 0.5);
  }

  /** Prints the medians, at CPU 1x / 4x. */
  print(): void {
    const format = (value: number) => (Number.isNaN(value) ? '–' : String(+value.toFixed(2)));
    const rows = (Object.keys(FIGURES) as Figure[]).flatMap((figure) => {
      const cells = SUBJECTS.map((subject) => {
        const medians = CPUS.map((cpu) => this.median(subject, cpu, figure));
        return [subject, medians.map(format).join(' / ')];
      });
      const isMeasured = cells.some(([, text]) => text !== '– / –');
      return isMeasured ? [[FIGURES[figure], Object.fromEntries(cells) as object]] : [];
    });
    console.table(Object.fromEntries(rows));
  }
}

/** Run-to-run noise of frame-aligned timings, in ms: an eighth of a frame. */
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
export interface Limit {
  readonly label: string;
  readonly value: number;
  readonly maximum: number;
}

/** Divides, unless the difference is noise: a slightly larger numerator counts as equal. */
const ratio = (a: number, b: number, noise = 0): number => (a >= b && a - b <= noise ? 1 : a / b);

/** Returns the limits of the app. Every value is the median of the rounds. */
export function limitsOf(results: Results): Limit[] {
  const limits: Limit[] = [];
  for (const cpu of CPUS) {
    const of = (subject: Subject) => (figure: Figure) => results.median(subject, cpu, figure);
    const [app, virtua, staticPage] = [of('app'), of('virtua'), of('static')];
    const best = (figure: Figure, subjects: Subject[] = ['virtua', 'plain', 'vanilla']) =>
      Math.min(...subjects.map((subject) => of(subject)(figure)).filter((value) => value >= 0));
    const atMost = (label: string, value: number, maximum: number) =>
      limits.push({ label: `${label}, ${cpu}x`, value, maximum });

    const [history, live] = [app('history10000'), app('live10000P50')];
    atMost('history of 10,000 / best reference', ratio(history, best('history10000')), 1.25);
    atMost('history of 10,000 / of 100', ratio(history, app('history100'), HISTORY_NOISE), 1.5);
    atMost('live message, 10,000 in the list, p50', live, FRAMES_2);
    atMost('live message, 10,000 in the list, p99', app('live10000P99'), FRAMES_3);
    const bestLive = best('live10000P50');
    atMost('live message / best reference', ratio(live, bestLive, FRAME_ALIGNED_NOISE), 1.25);
    const live100 = app('live100P50');
    atMost(
      'live message, 10,000 / 100 in the list',
      ratio(live, live100, FRAME_ALIGNED_NOISE),
      1.15,
    );
    atMost('1,000 messages in 1 s: longest task', app('burstTask'), LONG_TASK);
    const dropped = virtua('burstDropped') + DROPPED_FRAMES_NOISE;
    atMost('1,000 messages in 1 s: dropped frames', app('burstDropped'), dropped);
    atMost('1,000 messages in 1 s: last one painted', app('burstLast'), 100);
    atMost('wheel to the top: frames with a gap', app('wheelBlank'), 0);
    atMost('wheel to the top: frames with a jump', app('wheelJumped'), 0);
    atMost('Page Up to the top: frames with a gap', app('pageUpBlank'), 0);
    atMost('Page Up to the top: frames with a jump', app('pageUpJumped'), 0);
    if (cpu === 1) {
      atMost('history of 100,000 / of 10,000', app('history100000') / history, 3);
      atMost('wheel to the top: dropped frames, %', app('wheelDropped'), 1);
      atMost('Page Up to the top: dropped frames, %', app('pageUpDropped'), 1);
      atMost('key press, p99', app('quietKeyP99'), FRAMES_2);
      atMost('key press during live messages, p99', app('busyKeyP99'), FRAMES_2);
      const bestHeap = best('heap', ['virtua', 'plain']);
      atMost('heap / best React reference', app('heap') / bestHeap, 1.6);
      atMost('DOM nodes, 10,000 in the list', app('nodes'), MAX_NODES);
      atMost('DOM nodes after 3,600 live messages', app('hourNodes'), MAX_NODES);
      atMost('heap after 3,600 live / opened', app('hourHeap') / app('openedHeap'), 1.25);
    } else {
      const [key, bestKey] = [app('quietKeyP50'), best('quietKeyP50')];
      atMost('key press / best reference, p50', ratio(key, bestKey, FRAME_ALIGNED_NOISE), 1);
      atMost('refetch of 10,000: longest task', app('refetchTask'), LONG_TASK);
      const grown = ratio(app('grownTask'), virtua('grownTask'), LONG_TASK);
      atMost('refetch and a new one: longest task / virtua', grown, 2.5);
      const paint = staticPage('loginPaint');
      atMost('slow 4G: login / static HTML', app('loginPaint') / paint, 1.15);
      atMost('slow 4G: signed-in chat / static HTML', app('chatPaint') / paint, 1.15);
      atMost('slow 4G: frames that show the login', app('loginFrames'), 0);
      const requested = app('historyRequested');
      atMost('slow 4G: history requested before React', requested, app('reactRendered'));
      atMost('slow 4G: history requested before chat.js', requested, app('chatScriptLoaded'));
    }
  }
  return limits;
}
