import { parseArgs } from 'node:util';
import { runMain } from '../support/build/processes';
import { startEnvironment, type Environment } from './environment';
import { CPUS, limitsOf, Results, type Cpu, type Subject, type Values } from './figures';
import * as measure from './measure';

/** The parts that `--only` selects. */
const PARTS = ['history', 'live', 'typing', 'refetch', 'burst', 'memory', 'scroll', 'paint'];
const LISTS: readonly Subject[] = ['app', 'virtua', 'plain', 'vanilla'];
/** Rounds that open 100,000 messages, which takes long. */
const HUGE_HISTORY_ROUNDS = 3;
/** Page loads per round; single first paints vary by 25 %. */
const PAINTS_PER_ROUND = 6;
/** Maximum duration of one measurement, in ms; a slower one fails the run. The longest scrolls twice. */
const MEASUREMENT_TIMEOUT = 300_000;

/** Parses the flags of the command. @throws Error with the usage when a flag is invalid */
function readOptions() {
  const { values } = parseArgs({
    options: {
      rounds: { type: 'string', default: '5' },
      only: { type: 'string', multiple: true, default: [] },
    },
  });
  const rounds = Number(values.rounds);
  if (!Number.isInteger(rounds) || rounds < 1 || !values.only.every((part) => PARTS.includes(part)))
    throw new Error(
      `Usage: npm run bench -- [--rounds N] [--only PART]...\nParts: ${PARTS.join(', ')}`,
    );
  const isFullRun = values.only.length === 0;
  return { rounds, isFullRun, parts: isFullRun ? PARTS : values.only };
}

/** A measurement of one page. */
type Step = [subject: Subject, cpu: Cpu, title: string, run: () => Promise<Values>];

/** Returns the steps of a round. Pages take turns, so that a noisy moment affects all of them. */
function planRound(environment: Environment, parts: readonly string[], round: number): Step[] {
  const has = (...names: string[]) => names.some((name) => parts.includes(name));
  const steps: Step[] = [];
  for (const cpu of CPUS) {
    for (const subject of LISTS) {
      if (has('history', 'live'))
        steps.push([subject, cpu, '100', () => measure.measureShort(environment, subject, cpu)]);
      // All rows take half a minute, and are never the best.
      const isSlow = subject === 'plain' || subject === 'vanilla';
      const run = () => measure.measureLong(environment, subject, cpu, parts);
      if (has('history', 'live', 'typing', 'burst', 'memory') && (round === 0 || !isSlow))
        steps.push([subject, cpu, '10,000', run]);
    }
  }
  if (has('refetch'))
    for (const subject of ['app', 'virtua'] as const)
      steps.push([subject, 4, 'refetch', () => measure.measureRefetches(environment, subject)]);
  if (has('history') && round < HUGE_HISTORY_ROUNDS)
    steps.push(['app', 1, '100,000', () => measure.measureHuge(environment)]);
  for (let paint = 0; has('paint') && paint < PAINTS_PER_ROUND; paint += 1) {
    steps.push(['app', 4, 'login', () => measure.measureLoginPaint(environment, 'app')]);
    steps.push(['static', 4, 'login', () => measure.measureLoginPaint(environment, 'static')]);
    steps.push(['app', 4, 'chat', () => measure.measureChatPaint(environment)]);
  }
  if (round > 0) return steps;
  if (has('memory')) steps.push(['app', 1, 'an hour', () => measure.measureHour(environment)]);
  for (const cpu of CPUS)
    if (has('scroll'))
      steps.push(['app', cpu, 'scrolling', () => measure.measureScrolling(environment, cpu)]);
  return steps;
}

/** Rejects when the measurement takes too long. */
function withTimeout(run: Promise<Values>): Promise<Values> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error('The measurement timed out.')),
      MEASUREMENT_TIMEOUT,
    );
    run.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** Runs the benchmark and prints the results and the limits. @throws Error if a limit is missed */
async function bench(): Promise<void> {
  const { rounds, parts, isFullRun } = readOptions();
  const environment = await startEnvironment(console.log);
  const results = new Results();
  try {
    for (let round = 0; round < rounds; round += 1) {
      for (const [subject, cpu, title, run] of planRound(environment, parts, round)) {
        console.log(`Round ${round + 1} of ${rounds}, CPU ${cpu}x: ${subject}, ${title}`);
        results.add(subject, cpu, await withTimeout(run()));
      }
    }
  } finally {
    await environment.stop();
  }
  console.log('Medians at CPU 1x / 4x');
  results.print();
  const limits = limitsOf(results).filter(({ value }) => isFullRun || !Number.isNaN(value));
  const isMissed = ({ value, maximum }: (typeof limits)[number]) => !(value <= maximum);
  for (const limit of limits) {
    const { label, value, maximum } = limit;
    const outcome = isMissed(limit) ? 'MISSED' : 'ok';
    console.log(`${label}: ${value.toFixed(2)} ≤ ${maximum.toFixed(2)} ${outcome}`);
  }
  const missed = limits.filter(isMissed).length;
  if (missed > 0) throw new Error(`${missed} of ${limits.length} limits are missed.`);
  console.log(`All ${limits.length} limits are met.`);
}

runMain(bench);
