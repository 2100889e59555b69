import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { runLanes, type Step } from './runLanes';

/** The scripts of package.json, the longest first. The scripts of a lane depend on each other. */
const LANES = [
  ['test:jest'],
  ['test:lint'],
  ['build', 'test:bytes'],
  ['test:types'],
  ['test:unused'],
  ['test:format'],
];

const PACKAGE = path.join(__dirname, '../../package.json');
const { scripts } = JSON.parse(readFileSync(PACKAGE, 'utf8')) as {
  scripts: Record<string, string>;
};

function toStep(name: string): Step {
  const command = scripts[name];
  if (command === undefined) throw new Error(`package.json has no script ${name}.`);
  return { name, command };
}

/** `npm test`: everything that needs no browser in parallel, then the browser tests. */
async function main(): Promise<void> {
  const lanes = LANES.map((lane) => lane.map(toStep));
  const hasPassed = await runLanes(lanes, availableParallelism(), (text) => console.log(text));
  if (!hasPassed) throw new Error('\nFAILED. The browser tests were not started.');
  const { status } = spawnSync(toStep('test:browser').command, { shell: true, stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
