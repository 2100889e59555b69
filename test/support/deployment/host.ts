import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { Control } from './control';

/** Folder of the host's C# project and of its build output. */
export const HOST_FOLDER = path.join(__dirname, '../../deployment/host');
const ASSEMBLY = path.join(HOST_FOLDER, 'bin/Release/net10.0/Host.dll');
const LISTENING = /Now listening on: (http:\S+)/;

/** Settings of the host; the defaults are those of ASP.NET Core. */
export interface HostSettings {
  /** Comma-separated names. */
  Transports?: string;
  DateTimeKind?: 'Unspecified' | 'Utc' | 'Local';
  CloseOnAuthenticationExpiration?: boolean;
  ClockSkewSeconds?: number;
  /** Folder of the data; by default a folder of this host only. */
  Folder?: string;
  /** Address of the backplane. With one, the host also has a database file. */
  Redis?: string;
  /** Age of the database that the history is read from. */
  HistoryLagSeconds?: number;
  shutdownTimeoutSeconds?: number;
  'Logging:LogLevel:Microsoft.AspNetCore'?: 'Warning';
  /** Folder of the app, which the host then serves itself. */
  webroot?: string;
}

/** An ASP.NET Core host: one process and one folder for its data. */
export class Host {
  #process: ChildProcess | undefined;

  private constructor(
    private readonly folder: string,
    private readonly settings: HostSettings,
    public url = 'http://127.0.0.1:0',
  ) {}

  /** Starts a host on a free port. */
  static async start(settings: HostSettings = {}): Promise<Host> {
    const host = new Host(await mkdtemp(path.join(tmpdir(), 'host-')), settings);
    await host.up();
    return host;
  }

  get control(): Control {
    return new Control(this.url);
  }

  /** Starts the process; after the first time on the same port. */
  async up(): Promise<void> {
    const settings = { urls: this.url, Folder: this.folder, ...this.settings };
    const options = Object.entries(settings).map(([key, value]) => `--${key}=${String(value)}`);
    // TZ: local time must differ from UTC. HOME: dotnet writes into it.
    const env = { ...process.env, HOME: this.folder, TZ: 'Asia/Baku' };
    const child = spawn('dotnet', [ASSEMBLY, ...options], { cwd: this.folder, env });
    this.#process = child;
    this.url = await waitForUrl(child);
  }

  /** Suspends the process: its connections stay open, and the process never responds. */
  freeze(): void {
    this.#process?.kill('SIGSTOP');
  }

  /** Resumes a suspended process. */
  thaw(): void {
    this.#process?.kill('SIGCONT');
  }

  /** Kills the process, like a crash. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  /** Shuts the process down gracefully. */
  async shutDown(): Promise<void> {
    await this.#end('SIGTERM');
  }

  /** Kills the process and deletes its data. */
  async stop(): Promise<void> {
    await this.kill();
    await rm(this.folder, { recursive: true, force: true });
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#process;
    if (child?.exitCode !== null || child.signalCode !== null) return;
    const exited = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    await exited;
  }
}

/** Resolves with the address that the process listens on. @throws Error if it exits before */
function waitForUrl(child: ChildProcess): Promise<string> {
  const output: string[] = [];
  return new Promise((resolve, reject) => {
    const readLine = (line: string): void => {
      if (output.length < 50) output.push(line);
      const url = LISTENING.exec(line)?.[1];
      if (url) resolve(url);
    };
    if (child.stdout) createInterface(child.stdout).on('line', readLine);
    if (child.stderr) createInterface(child.stderr).on('line', readLine);
    child.once('error', reject);
    child.once('exit', () => reject(new Error(`The host did not start:\n${output.join('\n')}`)));
  });
}
