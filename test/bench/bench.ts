import { parseArgs } from 'node:util';
import { runMain } from '../support/build/processes';
import { startEnvironment, SUBJECTS, type Environment, type Setting } from './environment';
import { burst, history, key, live, login, percentile, type Values } from './measure';

interface Row {
  name: string;
  cpu: Setting['cpu'];
  count: number;
  subjects: readonly Setting['subject'][];
  measure: (environment: Environment, setting: Setting) => Promise<Values>;
}

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

/** Parses the flags of the command. @throws Error with the usage when a flag is invalid */
function readOptions() {
  const { values } = parseArgs({
    options: {
      rounds: { type: 'string', default: '5' },
      rows: { type: 'string', default: '' },
    },
  });
  const rounds = Number(values.rounds);
  const wanted = new RegExp(values.rows);
  const rows = ROWS.filter((row) => wanted.test(nameOf(row)));
  if (!Number.isInteger(rounds) || rounds < 1 || rows.length === 0)
    throw new Error(
      'Usage: npm run bench -- [--rounds N] [--rows REGEXP]\n' +
        `Rows: ${ROWS.map(nameOf).join('; ')}`,
    );
  return { rounds, rows };
}

/** The values of each figure, one for each round, by row and page. */
type Results = Map<Row, Record<string, Values[]>>;

/** Takes all measurements. In each round, pages take turns: a noisy moment affects all of them. */
async function takeRounds(rounds: number, rows: readonly Row[]): Promise<Results> {
  const results: Results = new Map(rows.map((row) => [row, {}]));
  const environment = await startEnvironment();
  try {
    for (let round = 1; round <= rounds; round += 1)
      for (const [row, measured] of results)
        for (const subject of row.subjects) {
          console.log(`Round ${round}: ${nameOf(row)}, ${subject}`);
          const { cpu, count } = row;
          const values = await row.measure(environment, { subject, cpu, count });
          (measured[subject] ??= []).push(values);
        }
  } finally {
    await environment.stop();
  }
  return results;
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

/** Runs the benchmark and prints the table. @throws Error if a limit is missed */
async function bench(): Promise<void> {
  const { rounds, rows } = readOptions();
  const results = await takeRounds(rounds, rows);
  const lines = [...results].flatMap(([row, measured]) => linesOf(row, measured));
  console.table(lines);
  const missed = lines.filter(({ outcome }) => outcome === 'MISSED');
  if (missed.length > 0) throw new Error(`Missed limits: ${missed.length}.`);
}

runMain(bench);
