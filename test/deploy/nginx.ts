import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

const README = path.join(__dirname, '../../README.md');
/** Debian's module, which a server of its own has to load by its path. */
const BROTLI = '/usr/lib/nginx/modules/ngx_http_brotli_static_module.so';

/** Whether there is an nginx to test with. */
export const hasNginx = (): boolean => spawnSync('nginx', ['-v']).status === 0;

/** Whether it hands out files compressed by brotli. */
export const hasBrotli = (): boolean => existsSync(BROTLI);

/** The configuration in the README, which is the one that is tested. */
function readmeConfiguration(): string {
  const text = /```nginx\n([^]*?)```/.exec(readFileSync(README, 'utf8'))?.[1];
  if (!text) throw new Error('The README has no nginx configuration.');
  return text;
}

/** What differs here from the server in the README: where the files are, and who answers. */
export interface Place {
  root: string;
  /** The provider's nodes. */
  nodes: readonly string[];
}

function settle(text: string, { root, nodes }: Place, port: number): string {
  const replace = (whole: string, from: string | RegExp, to: string): string => {
    const result = whole.replace(from, to);
    if (result === whole) throw new Error(`The README's configuration has no ${String(from)}.`);
    return result;
  };
  const servers = nodes.map((url) => `server ${new URL(url).host};`).join(' ');
  let settled = replace(text, /listen 80;/, `listen 127.0.0.1:${port};`);
  settled = replace(settled, /root [^;]+;/, `root ${root};`);
  settled = replace(settled, /server 127\.0\.0\.1:5000;/g, servers);
  return hasBrotli() ? settled : replace(settled, /brotli_static on;/, '');
}

/** A real nginx with the README's configuration, on a port of the loopback address. */
export class Nginx {
  readonly url: string;
  #process: ChildProcess | undefined;

  private constructor(
    private readonly folder: string,
    private readonly port: number,
  ) {
    this.url = `http://127.0.0.1:${port}`;
  }

  /** Starts one and waits until it answers. */
  static async start(place: Place): Promise<Nginx> {
    const folder = await mkdtemp(path.join(tmpdir(), 'support-chat-nginx-'));
    const nginx = new Nginx(folder, await freePort());
    await nginx.#write(place);
    nginx.#process = spawn('nginx', ['-p', folder, '-c', 'nginx.conf'], { stdio: 'inherit' });
    await until(() => nginx.#answers());
    return nginx;
  }

  /** Puts other nodes in the place of these, as a deployment does, without a break. */
  async move(place: Place): Promise<void> {
    await this.#write(place);
    this.#process?.kill('SIGHUP');
  }

  async stop(): Promise<void> {
    const ended = new Promise((resolve) => this.#process?.once('exit', resolve));
    this.#process?.kill('SIGTERM');
    await ended;
    await rm(this.folder, { recursive: true });
  }

  async #write(place: Place): Promise<void> {
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
    const paths = temporary.map((name) => `${name}_temp_path ${this.folder}/${name};`).join('\n');
    const configuration = `daemon off;
${process.getuid?.() === 0 ? 'user root;' : ''}
worker_processes 1;
pid ${this.folder}/nginx.pid;
error_log ${this.folder}/error.log;
${existsSync(BROTLI) ? `load_module ${BROTLI};` : ''}
events { worker_connections 512; }
http {
include /etc/nginx/mime.types;
access_log ${this.folder}/access.log;
${paths}
${settle(readmeConfiguration(), place, this.port)}
}`;
    await writeFile(path.join(this.folder, 'nginx.conf'), configuration);
  }

  /** What is written down of the requests. */
  accessLog(): string {
    return readFileSync(path.join(this.folder, 'access.log'), 'utf8');
  }

  async #answers(): Promise<boolean> {
    if (this.#process?.exitCode !== null) throw new Error('nginx does not take the configuration.');
    return fetch(this.url).then(
      () => true,
      () => false,
    );
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Looks again until it is so. */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 20));
}
