import { writeFile } from 'node:fs/promises';
import { checkLimits, formatCheck } from './checkLimits';
import { startEnvironment, type Environment } from './environment';
import { markdownTables } from './markdownTable';
import { readOptions, type Options } from './options';
import { planRounds } from './planRounds';
import { Results } from './results';
import { withTimeout } from './withTimeout';

/** Maximum duration of one measurement, in ms; a slower one fails the run. The longest scrolls twice. */
const MEASUREMENT_TIMEOUT = 300_000;
const startedAt = performance.now();

/** Writes a line of progress to stderr; stdout holds only the results. */
function logProgress(line: string): void {
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  process.stderr.write(`${String(seconds).padStart(4)} s  ${line}\n`);
}

async function measureAll(environment: Environment, options: Options): Promise<Results> {
  const results = new Results();
  const rounds = await planRounds(environment, options);
  for (const [index, measurements] of rounds.entries()) {
    for (const { subject, cpu, title, run } of measurements) {
      logProgress(`Round ${index + 1} of ${rounds.length}, CPU ${cpu}x: ${subject}, ${title}`);
      const values = await withTimeout(MEASUREMENT_TIMEOUT, run(), undefined);
      if (!values) throw new Error(`Measurement timed out: ${subject}, ${title}.`);
      results.add(subject, cpu, values);
    }
  }
  return results;
}

/** Runs the benchmark and prints the results. @returns whether every limit is met */
async function bench(options: Options): Promise<boolean> {
  const environment = await startEnvironment(logProgress);
  try {
    const results = await measureAll(environment, options);
    const limits = checkLimits(results, options.isFullRun);
    const missed = limits.filter(({ isMet }) => !isMet).length;
    console.log(`\n${markdownTables(results)}\n\n${limits.map(formatCheck).join('\n')}\n`);
    console.log(
      missed === 0
        ? `All ${limits.length} limits are met.`
        : `${missed} of ${limits.length} limits are missed.`,
    );
    if (options.json !== undefined) {
      const content = { rounds: options.rounds, results: results.all, limits };
      await writeFile(options.json, `${JSON.stringify(content, null, 2)}\n`);
    }
    return missed === 0;
  } finally {
    await environment.stop();
  }
}

async function main(): Promise<void> {
  if (!(await bench(readOptions()))) process.exitCode = 1;
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
