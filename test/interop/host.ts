import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { Control } from './control';

/** The project of the host; its build is beside it. */
export const HOST_FOLDER = path.join(__dirname, 'host');
const ASSEMBLY = path.join(HOST_FOLDER, 'bin/Release/net10.0/Interop.dll');
const LISTENING = /Now listening on: (http:\S+)/;

/** What the host is started with; what is left out is as ASP.NET Core has it. */
export interface HostSettings {
  /** Names of transports, with commas between them. */
  Transports?: string;
  DateTimeKind?: 'Unspecified' | 'Utc' | 'Local';
  CloseOnAuthenticationExpiration?: boolean;
  ClockSkewSeconds?: number;
}

/** An ASP.NET Core host in a process of its own, with what it stores in a folder of its own. */
export class Host {
  #process: ChildProcess | undefined;

  private constructor(
    private readonly folder: string,
    private readonly settings: HostSettings,
    public url = 'http://127.0.0.1:0',
  ) {}

  /** Starts a host on a free port. */
  static async start(settings: HostSettings = {}): Promise<Host> {
    const host = new Host(await mkdtemp(path.join(tmpdir(), 'interop-')), settings);
    await host.up();
    return host;
  }

  /** What only tests ask of it. */
  get control(): Control {
    return new Control(this.url);
  }

  /** Starts the process, on the port that it had before. */
  async up(): Promise<void> {
    const options = Object.entries(this.settings).map(
      ([key, value]) => `--${key}=${String(value)}`,
    );
    const args = [ASSEMBLY, `--urls=${this.url}`, `--Folder=${this.folder}`, ...options];
    // Local time is not UTC, and nothing is written into the home folder of whoever runs this.
    const env = { ...process.env, HOME: this.folder, TZ: 'Asia/Baku' };
    const child = spawn('dotnet', args, { cwd: this.folder, env });
    this.#process = child;
    this.url = await listening(child);
  }

  /** Kills the process, as a crash does. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  /** Asks the process to shut down and waits until it has. */
  async shutDown(): Promise<void> {
    await this.#end('SIGTERM');
  }

  /** Ends the process and forgets what was stored. */
  async stop(): Promise<void> {
    await this.kill();
    await rm(this.folder, { recursive: true, force: true });
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#process;
    if (child?.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    await gone;
  }
}

/** The address at which a started process listens. */
function listening(child: ChildProcess): Promise<string> {
  const said: string[] = [];
  return new Promise((resolve, reject) => {
    const hear = (line: string): void => {
      if (said.length < 50) said.push(line);
      const url = LISTENING.exec(line)?.[1];
      if (url) resolve(url);
    };
    if (child.stdout) createInterface(child.stdout).on('line', hear);
    if (child.stderr) createInterface(child.stderr).on('line', hear);
    child.once('error', reject);
    child.once('exit', () => reject(new Error(`The host did not start:\n${said.join('\n')}`)));
  });
}
