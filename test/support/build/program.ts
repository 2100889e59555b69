import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { until } from '../time/until';

interface Options {
  /** The working directory, which also gets the output. */
  folder: string;
  env?: NodeJS.ProcessEnv;
  isReady: (program: Program) => boolean | Promise<boolean>;
}

/** A program that runs beside the tests. */
export class Program {
  readonly #log: string;
  #child: ChildProcess | undefined;

  constructor(
    private readonly command: string,
    private readonly args: readonly string[],
    private readonly options: Options,
  ) {
    this.#log = path.join(options.folder, `${path.basename(command)}.out`);
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** Starts the program and waits until it is ready. @throws Error if the program ends before */
  async up(): Promise<void> {
    const { folder, env, isReady } = this.options;
    const output = openSync(this.#log, 'w');
    this.#child = spawn(this.command, this.args, {
      cwd: folder,
      env,
      stdio: ['ignore', output, output],
    });
    closeSync(output);
    await until(
      () => {
        if (!this.#isRunning()) throw new Error(`${this.command} has ended:\n${this.output()}`);
        return isReady(this);
      },
      { interval: 20 },
    );
  }

  /** Returns what the program has printed since its last start. */
  output(): string {
    return readFileSync(this.#log, 'utf8');
  }

  signal(name: NodeJS.Signals): void {
    this.#child?.kill(name);
  }

  /** Ends the program, and waits until it has ended. */
  async down(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    if (!this.#child || !this.#isRunning()) return;
    const exited = once(this.#child, 'exit');
    this.#child.kill(signal);
    await exited;
  }

  #isRunning(): boolean {
    return this.#child?.exitCode === null && this.#child.signalCode === null;
  }
}
