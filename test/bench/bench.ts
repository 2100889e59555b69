import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { runMain } from '../support/build/processes';
import { startEnvironment, type Environment, type Setting } from './environment';
import { CPUS, limitsOf, printMedians, type Cpu, type Result, type Subject } from './figures';
import * as measurements from './measure';

interface Measurement {
  subjects: readonly Subject[];
  cpus?: readonly Cpu[];
  counts?: readonly number[];
  measure: (environment: Environment, setting: Setting) => Promise<Result['values']>;
}

const LISTS = ['app', 'virtua', 'plain', 'vanilla'] as const;

/** The numbers of messages. What customers have, and the stress. */
const COUNTS = [300, 1_000, 10_000];

/** The measurements of each part; by default at both CPU speeds, with each number of messages. */
const PARTS: Record<string, Measurement[]> = {
  history: [{ subjects: LISTS, measure: measurements.history }],
  live: [{ subjects: LISTS, measure: measurements.live }],
  typing: [{ subjects: LISTS, measure: measurements.typing }],
  refetch: [{ subjects: ['app', 'virtua'], cpus: [4], measure: measurements.refetches }],
  // Pages that render all rows need minutes.
  burst: [{ subjects: ['app', 'virtua'], counts: [10_000], measure: measurements.burst }],
  memory: [{ subjects: LISTS, cpus: [1], counts: [10_000], measure: measurements.memory }],
  paint: [
    { subjects: ['app', 'static'], cpus: [4], counts: [0], measure: measurements.paint },
    { subjects: ['app'], cpus: [4], counts: [100], measure: measurements.paint },
  ],
};

const NAMES = Object.keys(PARTS);

/** Maximum duration of one measurement, in ms; a slower one fails the run. */
const MEASUREMENT_TIMEOUT = 300_000;

/** Parses the flags of the command. @throws Error with the usage when a flag is invalid */
function readOptions() {
  const { values } = parseArgs({
    options: {
      rounds: { type: 'string', default: '5' },
      only: { type: 'string', multiple: true, default: NAMES },
    },
  });
  const rounds = Number(values.rounds);
  if (!Number.isInteger(rounds) || rounds < 1 || !values.only.every((name) => NAMES.includes(name)))
    throw new Error(
      `Usage: npm run bench -- [--rounds N] [--only PART]...\nParts: ${NAMES.join(', ')}`,
    );
  return { rounds, parts: values.only };
}

/** Yields the measurements of a round. Pages take turns, so that a noisy moment affects all. */
function* planRound(parts: readonly string[]) {
  for (const part of parts)
    for (const { subjects, cpus = CPUS, counts = COUNTS, measure } of PARTS[part] ?? [])
      for (const cpu of cpus)
        for (const subject of subjects)
          for (const count of counts) yield { part, measure, subject, cpu, count };
}

/** Takes the measurements of all rounds. */
async function takeRounds(rounds: number, parts: readonly string[]): Promise<Result[]> {
  const environment = await startEnvironment();
  const results: Result[] = [];
  const timeOut = async () => {
    await wait(MEASUREMENT_TIMEOUT, undefined, { ref: false });
    throw new Error('The measurement timed out.');
  };
  try {
    for (let round = 1; round <= rounds; round += 1) {
      for (const { part, measure, ...setting } of planRound(parts)) {
        const { subject, cpu, count } = setting;
        console.log(`Round ${round}, ${part}: ${subject}, ${count} messages, CPU ${cpu}x`);
        const values = await Promise.race([measure(environment, setting), timeOut()]);
        results.push({ subject, cpu, values });
      }
    }
  } finally {
    await environment.stop();
  }
  return results;
}

/** Runs the benchmark and prints the results and the limits. @throws Error if a limit is missed */
async function bench(): Promise<void> {
  const { rounds, parts } = readOptions();
  const results = await takeRounds(rounds, parts);
  printMedians(results);
  const isFullRun = parts.length === NAMES.length;
  let missed = 0;
  for (const cpu of CPUS)
    for (const [label, value, maximum] of limitsOf(results, cpu)) {
      if (Number.isNaN(value) && !isFullRun) continue;
      const isMet = value <= maximum;
      if (!isMet) missed += 1;
      const outcome = isMet ? 'ok' : 'MISSED';
      console.log(`${label}, ${cpu}x: ${value.toFixed(2)} ≤ ${maximum.toFixed(2)} ${outcome}`);
    }
  if (missed > 0) throw new Error(`Missed limits: ${missed}.`);
  console.log('All limits are met.');
}

runMain(bench);
