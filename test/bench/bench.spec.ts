import { expect, test as base } from '@playwright/test';
import { startEnvironment, type Environment, type Setting } from './environment';
import { burst, history, idle, key, live, login, percentile, type Values } from './measure';

interface Row extends Omit<Setting, 'subject'> {
  name: string;
  subjects: readonly Setting['subject'][];
  measure: (environment: Environment, setting: Setting) => Promise<Values>;
}

const ROUNDS = Number(process.env.ROUNDS ?? 5);
const LISTS = ['app', 'bare', 'virtua'] as const;
const LIVE = ['app', 'bare'] as const;

/** The rows at both CPU speeds, and the login on a slow phone. */
const ROWS = ([1, 4] as const).flatMap((cpu): Row[] => [
  ...[300, 1_000, 10_000].flatMap((count) => [
    { name: 'history', cpu, count, subjects: LISTS, measure: history },
    { name: 'key', cpu, count, subjects: LISTS, measure: key },
    { name: 'live', cpu, count, subjects: LIVE, measure: live },
  ]),
  { name: 'live text', cpu, count: 1_000, withImages: false, subjects: LIVE, measure: live },
  { name: 'burst', cpu, count: 1_000, subjects: LIVE, measure: burst },
  { name: 'idle', cpu, count: 300, subjects: LIVE, measure: idle },
  ...(cpu === 4
    ? [
        { name: 'login', cpu, count: 0, subjects: LIVE, measure: login },
        { name: 'prerender', cpu, count: 0, subjects: ['app', 'empty'] as const, measure: login },
      ]
    : []),
]);

const nameOf = ({ name, count, cpu }: Row) =>
  `${name}${count > 0 ? ` ${count.toLocaleString('en')}` : ''}, CPU ${cpu}x`;

/** Maximum ratios of the app to a reference. */
const LIMITS = { median: 1.2, p99: 1.5, stress: 1.5, textCpu: 1.4, cpu: 1.6 };

/** Returns the maximum ratio of a figure, 0 if it must be 0, or undefined if another figure contains it. */
function limitOf({ name, count }: Row, figure: string): number | undefined {
  if (figure.startsWith('CPU, ')) return undefined;
  if (figure === 'CPU') return name === 'live text' ? LIMITS.textCpu : LIMITS.cpu;
  if (name === 'idle') return 0;
  if (name === 'prerender') return 1;
  if (count === 10_000 || name === 'burst') return LIMITS.stress;
  return figure.endsWith('p99') ? LIMITS.p99 : LIMITS.median;
}

/** Returns a line of the table for each figure of a row: in ms, and ratios to the references. */
function linesOf(row: Row, measured: Record<string, Values[]>) {
  const figures = Object.keys(measured.app?.[0] ?? {});
  return figures.map((figure) => {
    const share = figure.endsWith('p99') ? 0.99 : 0.5;
    const valueOf = (subject: string) =>
      percentile(measured[subject]?.flatMap((values) => values[figure] ?? NaN) ?? [], share);
    const limit = limitOf(row, figure);
    const app = valueOf('app');
    const ratios = row.subjects.slice(1).map((subject) => app / valueOf(subject));
    const isMissed =
      limit === 0 ? app > 0 : ratios.some((ratio) => !(ratio <= (limit ?? Infinity)));
    const cells = row.subjects.slice(1).flatMap((subject, index) => [
      [subject, valueOf(subject).toFixed(1)],
      [`app / ${subject}`, ratios[index]?.toFixed(2)],
    ]);
    const line = { ' ': `${nameOf(row)}: ${figure}`, app: app.toFixed(1) };
    const outcome = limit === undefined ? '' : isMissed ? 'MISSED' : 'ok';
    return { ...line, ...(Object.fromEntries(cells) as object), limit, outcome };
  });
}

const test = base.extend<object, { environment: Environment }>({
  environment: [
    async ({ browser }, use) => {
      const environment = await startEnvironment(browser);
      await use(environment);
      await environment.stop();
    },
    { scope: 'worker', timeout: 0 },
  ],
});

for (const row of ROWS)
  test(nameOf(row), async ({ environment }) => {
    const measured: Record<string, Values[]> = {};
    // The pages take turns: a noisy moment affects all of them.
    for (let round = 1; round <= ROUNDS; round += 1)
      for (const subject of row.subjects)
        (measured[subject] ??= []).push(await row.measure(environment, { ...row, subject }));
    const lines = linesOf(row, measured);
    console.table(lines);
    expect(lines.filter(({ outcome }) => outcome === 'MISSED')).toEqual([]);
  });
