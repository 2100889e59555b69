import { expect, test as base } from '@playwright/test';
import { startEnvironment, SUBJECTS, type Environment, type Setting } from './environment';
import { burst, history, key, live, login, percentile, type Values } from './measure';

interface Row {
  name: string;
  cpu: Setting['cpu'];
  count: number;
  subjects: readonly Setting['subject'][];
  measure: (environment: Environment, setting: Setting) => Promise<Values>;
}

const ROUNDS = Number(process.env.ROUNDS ?? 5);
const LIVE = ['app', 'bare'] as const;

/** The rows at both CPU speeds, and the login on a slow phone. */
const ROWS = ([1, 4] as const).flatMap((cpu): Row[] => [
  ...[300, 1_000, 10_000].flatMap((count) => [
    { name: 'history', cpu, count, subjects: SUBJECTS, measure: history },
    { name: 'key', cpu, count, subjects: SUBJECTS, measure: key },
    { name: 'live', cpu, count, subjects: LIVE, measure: live },
  ]),
  { name: 'burst', cpu, count: 1_000, subjects: LIVE, measure: burst },
  ...(cpu === 4 ? [{ name: 'login', cpu, count: 0, subjects: LIVE, measure: login }] : []),
]);

const nameOf = ({ name, count, cpu }: Row) =>
  `${name}${count > 0 ? ` ${count.toLocaleString('en')}` : ''}, CPU ${cpu}x`;

/** Maximum ratio of the app to a reference: of medians, of CPU time, and of p99 and the stress. */
const [MAX_MEDIAN, MAX_CPU, MAX_P99] = [1.2, 1.25, 1.5];

/** Returns the maximum ratio of a figure; undefined if another figure contains it. */
function limitOf({ name, count }: Row, figure: string): number | undefined {
  if (figure.startsWith('CPU, ')) return undefined;
  const isStress = count === 10_000 || name === 'burst';
  if (isStress || figure.endsWith('p99')) return MAX_P99;
  return figure === 'CPU' ? MAX_CPU : MAX_MEDIAN;
}

/** Returns a line of the table for each figure of a row: medians in ms, and ratios to the references. */
function linesOf(row: Row, measured: Record<string, Values[]>) {
  const figures = Object.keys(measured.app?.[0] ?? {});
  return figures.map((figure) => {
    const median = (subject: string) =>
      percentile(measured[subject]?.map((values) => values[figure] ?? NaN) ?? [], 0.5);
    const limit = limitOf(row, figure);
    const app = median('app');
    const ratios = row.subjects.slice(1).map((subject) => app / median(subject));
    const isMissed = limit !== undefined && ratios.some((ratio) => !(ratio <= limit));
    const cells = row.subjects.slice(1).flatMap((subject, index) => [
      [subject, median(subject).toFixed(1)],
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
