import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePorts } from '../network/freePorts';
import { until } from '../time/until';

/** nginx.conf and workers.conf, which an operator copies. */
const CONFIGURATION = path.join(__dirname, '../../deployment/nginx');
/** The file of Debian's Brotli module. The test's main configuration must load it by path. */
const BROTLI_MODULE = '/usr/lib/nginx/modules/ngx_http_brotli_static_module.so';

export const hasBrotli = (): boolean => existsSync(BROTLI_MODULE);

/** The values of nginx.conf that a test replaces. */
export interface Deployment {
  /** The folder with the app's files. */
  webRoot: string;
  /** URLs of the provider's nodes. */
  nodes: readonly string[];
  /** Certificate and key for TLS. Without them, the app is served over plain HTTP. */
  tls?: Certificate;
  /** Whether the port has a default site, as on Debian. */
  hasDefaultSite?: boolean;
  /** Timeout of a message at a node, for example `2s`; by default that of the file. */
  sendTimeout?: string;
  /** Time after a reload at which open connections are closed; by default that of the file. */
  shutdownTimeout?: string;
  /** Maximum number of connections of a client; by default that of the file. */
  maxConnections?: number;
  /** Whether nginx is behind a load balancer on the same machine. */
  isBehindBalancer?: boolean;
}

/** Files of a certificate. */
export interface Certificate {
  certificate: string;
  key: string;
}

/** Folder and ports of nginx in a test. */
interface Place {
  folder: string;
  /** Port of the app. */
  port: number;
  /** Port that redirects from plain HTTP to TLS. */
  redirectPort: number;
}

/**
 * Replaces in nginx.conf the values that differ in a test, and nothing else.
 * @throws Error if nginx.conf does not have a directive as often as expected
 */
function adaptConfiguration(deployment: Deployment, place: Place): string {
  const { webRoot, nodes, tls } = deployment;
  let text = readFileSync(path.join(CONFIGURATION, 'nginx.conf'), 'utf8');
  const replace = (directive: RegExp, replacement: string, times = 1): void => {
    const found = text.match(directive)?.length ?? 0;
    if (found !== times) {
      throw new Error(`nginx.conf has ${directive.source} ${found} times, expected ${times}.`);
    }
    text = text.replace(directive, replacement);
  };
  const servers = nodes.map((url) => `server ${new URL(url).host};`).join(' ');
  replace(/\blisten \[::\]:[^;]+;/g, '', 3);
  // Without TLS there is no handshake to reject.
  const address = `127.0.0.1:${place.port}`;
  if (tls) replace(/\blisten 443 (?=.*default_server;)/g, `listen ${address} `);
  else replace(/^server \{\s*listen 443 ssl http2 default_server;[^}]*\}/gm, '');
  replace(/\blisten 80;/g, `listen 127.0.0.1:${place.redirectPort};`);
  replace(/\blisten 443 ssl http2;/g, `listen ${address}${tls ? ' ssl http2' : ''};`);
  replace(/\bssl_certificate [^;]+;/g, tls ? `ssl_certificate ${tls.certificate};` : '');
  replace(/\bssl_certificate_key [^;]+;/g, tls ? `ssl_certificate_key ${tls.key};` : '');
  replace(/^\s*root [^;]+;/gm, `root ${webRoot};`);
  // The access log of each server, and the error log.
  replace(/\/var\/log\/nginx\//g, `${place.folder}/`, 3);
  // Once for REST calls and once for the hub.
  replace(/\bserver 127\.0\.0\.1:5000;/g, servers, 2);
  if (deployment.sendTimeout) {
    replace(/\bproxy_read_timeout 100s;/g, `proxy_read_timeout ${deployment.sendTimeout};`);
  }
  if (deployment.maxConnections) {
    const connections = 'limit_conn support_chat_connections';
    replace(
      /limit_conn support_chat_connections 1000;/g,
      `${connections} ${deployment.maxConnections};`,
    );
  }
  if (deployment.isBehindBalancer) {
    replace(/# (?=set_real_ip_from|real_ip_)/g, '', 3);
    replace(/10\.0\.0\.0\/8/g, '127.0.0.1');
  }
  if (!hasBrotli()) replace(/\bbrotli_static on;/g, '');
  return text;
}

/** A real nginx that runs nginx.conf on a free loopback port. */
export class Nginx {
  readonly url: string;
  /** The address that redirects from plain HTTP to TLS. */
  readonly redirectUrl: string;
  #process: ChildProcess | undefined;

  private constructor(
    private readonly place: Place,
    private readonly deployment: Deployment,
  ) {
    // Over TLS, nginx accepts its own name only.
    const origin = deployment.tls ? 'https://chat.example.az' : 'http://127.0.0.1';
    this.url = `${origin}:${place.port}`;
    this.redirectUrl = `http://127.0.0.1:${place.redirectPort}`;
  }

  /** Starts nginx and waits until it responds. */
  static async start(deployment: Deployment): Promise<Nginx> {
    const folder = await mkdtemp(path.join(tmpdir(), 'support-chat-nginx-'));
    const place = { folder, ...(await freePorts('port', 'redirectPort')) };
    const nginx = new Nginx(place, deployment);
    await nginx.#writeConfiguration(deployment);
    await nginx.up();
    return nginx;
  }

  /** Starts the process, each time on the same port, and waits until nginx responds. */
  async up(): Promise<void> {
    const args = ['-p', this.place.folder, '-c', 'nginx.conf'];
    this.#process = spawn('nginx', args, { stdio: 'inherit' });
    await until(() => this.#responds(), { interval: 20 });
  }

  /**
   * Reloads nginx with the same or another configuration, without downtime. Resolves when no worker
   * of the earlier configuration accepts connections.
   */
  async reload(deployment = this.deployment): Promise<void> {
    await this.#writeConfiguration(deployment);
    const earlier = this.#acceptingWorkers();
    this.#process?.kill('SIGHUP');
    const isReloaded = () => {
      const workers = this.#acceptingWorkers();
      return workers.length > 0 && workers.every((worker) => !earlier.includes(worker));
    };
    await until(isReloaded, { interval: 20 });
  }

  /** Ends the process, and with it every connection. */
  async down(): Promise<void> {
    const exited = new Promise((resolve) => this.#process?.once('exit', resolve));
    this.#process?.kill('SIGTERM');
    await exited;
  }

  async stop(): Promise<void> {
    await this.down();
    await rm(this.place.folder, { recursive: true });
  }

  /** Writes a main configuration whose files are all in one temporary folder. */
  async #writeConfiguration(deployment: Deployment): Promise<void> {
    const { folder, port } = this.place;
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
    const paths = temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join('\n');
    const workers = readFileSync(path.join(CONFIGURATION, 'workers.conf'), 'utf8').replace(
      /(?<=worker_shutdown_timeout )\w+/,
      (time) => deployment.shutdownTimeout ?? time,
    );
    const configuration = `daemon off;
${process.getuid?.() === 0 ? 'user root;' : ''}
worker_processes 1;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log;
${hasBrotli() ? `load_module ${BROTLI_MODULE};` : ''}
${workers}
http {
include /etc/nginx/mime.types;
access_log ${folder}/access.log;
${paths}
${deployment.hasDefaultSite ? `server { listen 127.0.0.1:${port} default_server; return 418; }` : ''}
${adaptConfiguration(deployment, this.place)}
}`;
    await writeFile(path.join(folder, 'nginx.conf'), configuration);
  }

  /** The text of all access and error logs. */
  logs(): string {
    const names = readdirSync(this.place.folder).filter((name) => name.endsWith('.log'));
    return names.map((name) => readFileSync(path.join(this.place.folder, name), 'utf8')).join('');
  }

  /** The ids of the worker processes that accept connections. */
  #acceptingWorkers(): string[] {
    const pid = String(this.#process?.pid);
    const workers = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ');
    // A worker that no longer accepts connections is `nginx: worker process is shutting down`.
    return workers.filter((worker) => /^nginx: worker process\s*$/.test(commandOf(worker)));
  }

  async #responds(): Promise<boolean> {
    if (this.#process?.exitCode !== null) throw new Error('nginx rejected its configuration.');
    return fetch(this.redirectUrl, { redirect: 'manual' }).then(
      () => true,
      () => false,
    );
  }
}

/** Returns the command line of a process, or '' if the process has ended. */
function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}
