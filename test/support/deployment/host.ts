import { spawn, type ChildProcess, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { postJson, REQUEST_TIMEOUT, type Session } from '../contract/clients';

/** Folder of the host's C# project and of its build output. */
export const HOST_FOLDER = path.join(__dirname, '../../deployment/host');
const ASSEMBLY = path.join(HOST_FOLDER, 'bin/Release/net10.0/Host.dll');
const LISTENING = /Now listening on: (http:\S+)/;

/** Settings by name. The host's sources read them; the defaults are those of ASP.NET Core. */
export type HostSettings = Record<string, string | number | boolean>;

/** A message as the host stores it. */
export interface StoredMessage {
  fromUserId: number;
  text: string | null;
  imageUrl: string | null;
  timestamp: string;
}

/** Client of the host's test-only endpoints. */
class Control {
  constructor(private readonly url: string) {}

  /** Stores a message of the operator and delivers it live. */
  operatorSays(customerId: number, text: string | null, imageUrl?: string): Promise<unknown> {
    return this.#post('operator', { customerId, text, imageUrl });
  }

  /** Returns a customer's id and a token with the given lifetime. */
  async signIn(username: string, expiresInSeconds = 3600): Promise<Session> {
    const response = await this.#post('token', { username, expiresInSeconds });
    const { customerId, token } = (await response.json()) as { customerId: number; token: string };
    return { id: customerId, token };
  }

  /** Aborts every hub connection on the server. */
  abort(): Promise<unknown> {
    return this.#post('abort', {});
  }

  /** Makes this hub method throw. */
  throwIn(method: 'OnConnectedAsync' | 'SendTyping'): Promise<unknown> {
    return this.#post('throw', { in: method });
  }

  connections(): Promise<{ customerId: number; transport: string }[]> {
    return this.#get('connections');
  }

  /** Returns the hub methods that were invoked; `OnConnectedAsync` for a new connection. */
  invocations(): Promise<{ target: string; arguments?: unknown[] }[]> {
    return this.#get('invocations');
  }

  conversation(customerId: number): Promise<StoredMessage[]> {
    return this.#get(`conversation/${customerId}`);
  }

  async #post(action: string, value: object): Promise<Response> {
    const response = await postJson(`${this.url}/control/${action}`, value);
    if (!response.ok) throw new Error(`control/${action} responded ${response.status}`);
    return response;
  }

  async #get<T>(path: string): Promise<T> {
    const signal = AbortSignal.timeout(REQUEST_TIMEOUT);
    const response = await fetch(`${this.url}/control/${path}`, { signal });
    return (await response.json()) as T;
  }
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
    const options = Object.entries(settings).map(([key, value]) => `--${key}=${value}`);
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
    const exited = once(child, 'exit');
    child.kill(signal);
    await exited;
  }
}

/** Resolves with the address that the process listens on. @throws Error if it exits before */
function waitForUrl(child: ChildProcessWithoutNullStreams): Promise<string> {
  const output: string[] = [];
  return new Promise((resolve, reject) => {
    // Read to the end: a full pipe would block the host.
    for (const stream of [child.stdout, child.stderr])
      createInterface(stream).on('line', (line) => {
        if (output.length < 50) output.push(line);
        const url = LISTENING.exec(line)?.[1];
        if (url) resolve(url);
      });
    child.once('exit', () => reject(new Error(`The host did not start:\n${output.join('\n')}`)));
  });
}
