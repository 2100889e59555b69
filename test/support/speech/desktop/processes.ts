import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import path from 'node:path';
import { until } from '../../time/until';

/** How long a program may take to start, in ms. */
const START_TIMEOUT = 60_000;

/** Programs that run in one environment and are stopped together. */
export class Processes {
  private readonly running: ChildProcess[] = [];

  constructor(
    readonly env: NodeJS.ProcessEnv,
    private readonly folder: string,
  ) {}

  /** Starts a program; its output goes to a file. @throws Error if it is not ready in time */
  async start(command: string, args: string[], isReady: () => boolean): Promise<ChildProcess> {
    const name = path.basename(command);
    const output = openSync(path.join(this.folder, `${name}.log`), 'a');
    const stdio: ['ignore', number, number] = ['ignore', output, output];
    const child = spawn(command, args, { env: this.env, stdio, detached: true });
    this.running.unshift(child);
    const options = { timeout: START_TIMEOUT, interval: 50 };
    if (!(await until(isReady, options))) throw new Error(`${name} has not started.`);
    return child;
  }

  /** Runs a program to its end. @returns its output; undefined if it fails */
  run(command: string, ...args: string[]): string | undefined {
    const { status, stdout } = spawnSync(command, args, { env: this.env, encoding: 'utf8' });
    return status === 0 ? stdout : undefined;
  }

  /** Stops all programs, the last one first. */
  async stop(): Promise<void> {
    for (const child of this.running) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      const exited = once(child, 'exit');
      // With its own children: the launcher of the accessibility bus would leave the bus behind.
      if (child.pid) process.kill(-child.pid, 'SIGKILL');
      await exited;
    }
  }
}
