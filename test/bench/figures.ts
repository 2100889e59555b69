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
  busyKeyP50: 'key press during 20 messages/s, p50, ms',
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

  /** Returns the value of each round. */
  toJSON(): Record<string, number[]> {
    return Object.fromEntries(this.#rounds);
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
