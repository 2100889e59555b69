import { spawn } from 'node:child_process';

/** A script of package.json, or another shell command. */
export interface Step {
  readonly name: string;
  readonly command: string;
}

/** Runs a command without showing its output. @returns its output and whether it succeeded */
function run(command: string): Promise<{ output: string; hasSucceeded: boolean }> {
  const child = spawn(command, { shell: true, stdio: ['ignore', 'pipe', 'pipe'] });
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk));
  return new Promise((resolve) => {
    child.on('close', (code) => {
      resolve({ output: Buffer.concat(chunks).toString().trim(), hasSucceeded: code === 0 });
    });
  });
}

/**
 * Runs lanes of steps in parallel; the steps of a lane run one after the other. Starts no step after
 * the first failure.
 * @param count maximum number of lanes that run at the same time
 * @param report receives the output of each step, in one piece when the step has ended
 * @returns whether all steps have succeeded
 */
export async function runLanes(
  lanes: readonly (readonly Step[])[],
  count: number,
  report: (text: string) => void,
): Promise<boolean> {
  const waiting = [...lanes];
  let hasFailed = false;
  const runStep = async ({ name, command }: Step) => {
    const start = Date.now();
    const { output, hasSucceeded } = await run(command);
    const seconds = Math.round((Date.now() - start) / 1000);
    hasFailed ||= !hasSucceeded;
    report(`\n── ${name}: ${hasSucceeded ? 'passed' : 'FAILED'} in ${seconds} s\n${output}`);
  };
  const runWaiting = async () => {
    for (let lane = waiting.shift(); lane; lane = waiting.shift()) {
      for (const step of lane) if (!hasFailed) await runStep(step);
    }
  };
  await Promise.all(Array.from({ length: count }, runWaiting));
  return !hasFailed;
}
