import concurrently, { type CloseEvent } from 'concurrently';
import { availableParallelism } from 'node:os';
import { runMain } from '../build/processes';
import { firstFailure } from './firstFailure';

/**
 * Runs npm scripts, as many at a time as there are cores. A failure ends no other script.
 * @returns the output of each script that has failed, by script
 */
async function runScripts(scripts: readonly string[]): Promise<Map<string, string>> {
  const outputs = new Map(scripts.map((script) => [script, '']));
  const { result, commands } = concurrently(
    scripts.map((script) => ({ command: `npm run ${script}`, name: script })),
    { group: true, maxProcesses: availableParallelism() },
  );
  for (const { name, stdout, stderr } of commands) {
    const collect = (chunk: Buffer) =>
      void outputs.set(name, `${outputs.get(name) ?? ''}${chunk.toString()}`);
    stdout.subscribe(collect);
    stderr.subscribe(collect);
  }
  const ends = await result.catch((all: unknown) => all as CloseEvent[]);
  for (const { command, exitCode } of ends) if (exitCode === 0) outputs.delete(command.name);
  return outputs;
}

/** Runs the npm scripts of the arguments. Ends with the first failure of each script that has failed. */
runMain(async () => {
  const failed = await runScripts(process.argv.slice(2));
  for (const [script, output] of failed) {
    const { name, command } = firstFailure(script, output);
    console.error(`\nFailed: npm run ${script}\n  First:  ${name}\n  Repeat: ${command}`);
  }
  if (failed.size > 0) process.exitCode = 1;
});
