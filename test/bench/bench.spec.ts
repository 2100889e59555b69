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
const LOGIN = ['app', 'bare', 'empty'] as const;

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
  ...(cpu === 4 ? [{ name: 'login', cpu, count: 0, subjects: LOGIN, measure: login }] : []),
]);

const nameOf = ({ name, count, cpu }: Row) =>
  `${name}${count > 0 ? ` ${count.toLocaleString('en')}` : ''}, CPU ${cpu}x`;

/** Returns the number of rounds. A row with one sample a round needs more of them. */
const roundsOf = ({ name }: Row) => (name === 'history' || name === 'login' ? 3 : 1) * ROUNDS;

/** Returns the maximum ratio of a figure to each reference; 0 if the figure itself must be 0. */
function limitOf({ name, count }: Row, figure: string): number {
  if (name === 'idle') return 0;
  if (figure === 'CPU') return name === 'live text' ? 1.4 : 1.6;
  return count === 10_000 || name === 'burst' || figure.endsWith('p99') ? 1.5 : 1.2;
}

/** Returns a line of the table for each figure of a row: in ms, and the highest ratio. */
const linesOf = (row: Row, measured: Record<string, Values[]>) =>
  Object.keys(measured.app?.[0] ?? {}).map((figure) => {
    const share = figure.endsWith('p99') ? 0.99 : 0.5;
    const figures = row.subjects.map((subject) =>
      percentile(measured[subject]?.flatMap((values) => values[figure] ?? NaN) ?? [], share),
    );
    const [app = NaN, ...references] = figures;
    const ratio = Math.max(...references.map((reference) => app / reference));
    const limit = limitOf(row, figure);
    const outcome = (limit === 0 ? app === 0 : ratio <= limit) ? 'ok' : 'MISSED';
    const shown: Record<string, string | number> = { ' ': `${nameOf(row)}: ${figure}` };
    for (const [index, subject] of row.subjects.entries())
      shown[subject] = figures[index]?.toFixed(1) ?? '';
    return { ...shown, ratio: ratio.toFixed(2), limit, outcome };
  });

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
    for (let round = 1; round <= roundsOf(row); round += 1)
      for (const subject of row.subjects)
        (measured[subject] ??= []).push(await row.measure(environment, { ...row, subject }));
    const lines = linesOf(row, measured);
    console.table(lines);
    expect(lines.filter(({ outcome }) => outcome === 'MISSED')).toEqual([]);
  });
