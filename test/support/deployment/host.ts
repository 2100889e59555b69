import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ChatMessage } from '../../stand-in/state/conversations';
import { Program } from '../build/program';
import { bearer, postJson, type Session } from '../contract/clients';
import { freePort } from '../network/freePort';

/** Folder of the host's C# project and of its build output. */
export const HOST_FOLDER = path.join(__dirname, '../../deployment/host');
const ASSEMBLY = path.join(HOST_FOLDER, 'bin/Release/net10.0/Host.dll');

/** Settings by name. The host's sources read them; the defaults are those of ASP.NET Core. */
export type HostSettings = Record<string, string | number | boolean>;

/** An ASP.NET Core host: one process and one folder for its data. */
export class Host {
  private constructor(
    readonly url: string,
    readonly program: Program,
    private readonly folder: string,
  ) {}

  /** Starts a host on a free port. */
  static async start(settings: HostSettings = {}): Promise<Host> {
    const folder = await mkdtemp(path.join(tmpdir(), 'host-'));
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const options = Object.entries({ urls: url, Folder: folder, ...settings });
    const args = [ASSEMBLY, ...options.map(([key, value]) => `--${key}=${value}`)];
    const program = new Program('dotnet', args, {
      folder,
      // TZ: local time must differ from UTC. HOME: dotnet writes into it.
      env: { ...process.env, HOME: folder, TZ: 'Asia/Baku' },
      isReady: () => fetch(url).then(Boolean, () => false),
    });
    await program.up();
    return new Host(url, program, folder);
  }

  /** Kills the process and deletes its data. */
  async stop(): Promise<void> {
    await this.program.down('SIGKILL');
    await rm(this.folder, { recursive: true, force: true });
  }

  /** Returns the stored messages of a customer. */
  async conversation(customer: Session): Promise<ChatMessage[]> {
    const url = `${this.url}/api/66/messages/${customer.id}`;
    const response = await fetch(url, { headers: bearer(customer) });
    return response.json() as Promise<ChatMessage[]>;
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
    const response = await fetch(`${this.url}/control/connections`);
    return (await response.json()) as { customerId: number; transport: string }[];
  }

  async #control(action: string, value: object): Promise<void> {
    const response = await postJson(`${this.url}/control/${action}`, value);
    if (!response.ok) throw new Error(`control/${action} responded ${response.status}`);
  }
}
