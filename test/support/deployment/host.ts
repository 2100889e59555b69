import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ChatMessage } from '../../stand-in/state/conversations';
import { Program } from '../build/program';
import { postJson, REQUEST_TIMEOUT, RestClient, signIn, type Session } from '../contract/clients';

/** Folder of the host's C# project and of its build output. */
export const HOST_FOLDER = path.join(__dirname, '../../deployment/host');
const ASSEMBLY = path.join(HOST_FOLDER, 'bin/Release/net10.0/Host.dll');
const LISTENING = /Now listening on: (http:\S+)/;

/** Settings by name. The host's sources read them; the defaults are those of ASP.NET Core. */
export type HostSettings = Record<string, string | number | boolean>;

/** An ASP.NET Core host: one process and one folder for its data. */
export class Host {
  #program: Program | undefined;

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

  /** Starts the process; after the first time on the same port. */
  async up(): Promise<void> {
    const settings = { urls: this.url, Folder: this.folder, ...this.settings };
    const options = Object.entries(settings).map(([key, value]) => `--${key}=${value}`);
    this.#program = new Program('dotnet', [ASSEMBLY, ...options], {
      folder: this.folder,
      // TZ: local time must differ from UTC. HOME: dotnet writes into it.
      env: { ...process.env, HOME: this.folder, TZ: 'Asia/Baku' },
      isReady: (program) => LISTENING.test(program.output()),
    });
    await this.#program.up();
    this.url = LISTENING.exec(this.#program.output())?.[1] ?? '';
  }

  /** Sends a signal to the process: SIGSTOP suspends it, and SIGCONT resumes it. */
  signal(name: NodeJS.Signals): void {
    this.#program?.signal(name);
  }

  /** Ends the process: SIGKILL is like a crash, SIGTERM shuts it down gracefully. */
  async down(signal: NodeJS.Signals): Promise<void> {
    await this.#program?.down(signal);
  }

  /** Kills the process and deletes its data. */
  async stop(): Promise<void> {
    await this.down('SIGKILL');
    await rm(this.folder, { recursive: true, force: true });
  }

  signIn(phone: string): Promise<Session> {
    return signIn(this.url, phone);
  }

  /** Returns the stored messages of a customer. */
  async conversation(customer: Session): Promise<ChatMessage[]> {
    return (await new RestClient(this, customer).messages()).json() as Promise<ChatMessage[]>;
  }

  /** Stores a message of the operator and delivers it live. */
  async operatorSays(customerId: number, text: string | null, imageUrl?: string): Promise<void> {
    await this.#control('operator', { customerId, text, imageUrl });
  }

  /** Aborts every hub connection on the server. */
  async abort(): Promise<void> {
    await this.#control('abort', {});
  }

  async connections(): Promise<{ customerId: number; transport: string }[]> {
    const signal = AbortSignal.timeout(REQUEST_TIMEOUT);
    const response = await fetch(`${this.url}/control/connections`, { signal });
    return (await response.json()) as { customerId: number; transport: string }[];
  }

  async #control(action: string, value: object): Promise<void> {
    const response = await postJson(`${this.url}/control/${action}`, value);
    if (!response.ok) throw new Error(`control/${action} responded ${response.status}`);
  }
}
