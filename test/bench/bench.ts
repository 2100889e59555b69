import { writeFile } from 'node:fs/promises';
import { readOptions, type Options } from './options';
import { Results } from './results';
import { rounds } from './rounds';
import { setStage, type Stage } from './stage';
import { table } from './table';
import { judge, sentence } from './verdict';
import { within } from './within';

/** Longer than the longest step, which scrolls through everything twice. */
const PATIENCE = 300_000;
const since = performance.now();

/** Progress goes where it is not in the way of the table. */
function say(line: string): void {
  const seconds = Math.round((performance.now() - since) / 1000);
  process.stderr.write(`${String(seconds).padStart(4)} s  ${line}\n`);
}

async function measure(stage: Stage, options: Options): Promise<Results> {
  const results = new Results();
  const all = await rounds(stage, options);
  for (const [index, steps] of all.entries()) {
    for (const { subject, cpu, title, measure: take } of steps) {
      say(`round ${index + 1} of ${all.length}, ${cpu}x: ${subject}, ${title}`);
      const figures = await within(PATIENCE, take(), undefined);
      if (!figures) throw new Error(`${subject} hangs: ${title}.`);
      results.add(subject, cpu, figures);
    }
  }
  return results;
}

/** Runs the benchmark. @returns whether every limit was kept */
async function bench(options: Options): Promise<boolean> {
  const stage = await setStage(say);
  try {
    const results = await measure(stage, options);
    const verdicts = judge(results, options.isWhole);
    console.log(`\n${table(results)}\n\n${verdicts.map(sentence).join('\n')}\n`);
    const missed = verdicts.filter(({ isKept }) => !isKept).length;
    console.log(missed === 0 ? 'Every limit is kept.' : `${missed} limits are missed.`);
    if (options.json !== undefined) {
      const content = { rounds: options.rounds, results: results.all, verdicts };
      await writeFile(options.json, `${JSON.stringify(content, null, 2)}\n`);
    }
    return missed === 0;
  } finally {
    await stage.strike();
  }
}

async function main(): Promise<void> {
  if (!(await bench(readOptions()))) process.exitCode = 1;
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
