import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePorts } from '../network/freePorts';
import { until } from '../time/until';

/** The only name that nginx.conf accepts. */
export const SERVER_NAME = 'chat.example.az';
/** nginx.conf and workers.conf, which an administrator copies. */
const CONFIGURATION = path.join(__dirname, '../../deployment/nginx');
/** The file of Debian's Brotli module. The test's main configuration must load it by path. */
const BROTLI_MODULE = '/usr/lib/nginx/modules/ngx_http_brotli_static_module.so';

/** A change of the configuration: each occurrence of a directive is replaced. */
export type Edit = readonly [directive: RegExp, replacement: string];

/** What nginx serves. */
interface Served {
  /** The folder with the app's files. */
  webRoot: string;
  /** URLs of the provider's nodes. */
  nodes: readonly string[];
  /** Further changes of the configuration. */
  edits?: readonly Edit[];
}

/** Folder and ports of nginx in a test. */
interface Place {
  folder: string;
  /** Port of the app, over TLS. */
  port: number;
  /** Port that redirects from plain HTTP to TLS. */
  redirectPort: number;
}

/** The changes without which nginx.conf would need the ports and folders of a server. */
const placeEdits = ({ webRoot, nodes }: Served, place: Place): Edit[] => [
  [/\blisten \[::\]:[^;]+;/g, ''],
  [/\blisten 443 /g, `listen 127.0.0.1:${place.port} `],
  [/\blisten 80;/g, `listen 127.0.0.1:${place.redirectPort};`],
  [/(?<=\bssl_certificate )[^;]+/g, `${place.folder}/certificate.pem`],
  [/(?<=\bssl_certificate_key )[^;]+/g, `${place.folder}/key.pem`],
  [/(?<=^\s*root )[^;]+/gm, webRoot],
  [/\/var\/log\/nginx\//g, `${place.folder}/`],
  [/\bserver 127\.0\.0\.1:5000;/g, nodes.map((url) => `server ${new URL(url).host};`).join(' ')],
];

/** Returns the configuration. @throws Error if it lacks a directive that is to be replaced */
function configurationOf(served: Served, place: Place): string {
  const read = (name: string) => readFileSync(path.join(CONFIGURATION, name), 'utf8');
  const edit = (text: string, [directive, replacement]: Edit) => {
    if (text.search(directive) < 0) throw new Error(`There is no ${directive.source}.`);
    return text.replace(directive, replacement);
  };
  const parts = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  return [...placeEdits(served, place), ...(served.edits ?? [])].reduce(
    edit,
    `daemon off;
${process.getuid?.() === 0 ? 'user root;' : ''}
worker_processes 1;
pid ${place.folder}/nginx.pid;
error_log ${place.folder}/error.log;
load_module ${BROTLI_MODULE};
${read('workers.conf')}
http {
include /etc/nginx/mime.types;
access_log ${place.folder}/access.log;
${parts.map((name) => `${name}_temp_path ${place.folder}/${name};`).join('\n')}
${read('nginx.conf')}
}`,
  );
}

/** Makes a self-signed certificate. */
function makeCertificate(folder: string): void {
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const files = ['-keyout', `${folder}/key.pem`, '-out', `${folder}/certificate.pem`];
  const options = ['req', '-x509', ...key, '-subj', `/CN=${SERVER_NAME}`, ...files];
  if (spawnSync('openssl', options).status !== 0) throw new Error('openssl made no certificate.');
}

/** A real nginx that runs nginx.conf on free loopback ports. */
export class Nginx {
  readonly url: string;
  /** The address that redirects from plain HTTP to TLS. */
  readonly redirectUrl: string;
  #process: ChildProcess | undefined;

  private constructor(private readonly place: Place) {
    this.url = `https://${SERVER_NAME}:${place.port}`;
    this.redirectUrl = `http://127.0.0.1:${place.redirectPort}`;
  }

  /** Starts nginx and waits until it responds. */
  static async start(served: Served): Promise<Nginx> {
    const folder = await mkdtemp(path.join(tmpdir(), 'support-chat-nginx-'));
    const place = { folder, ...(await freePorts('port', 'redirectPort')) };
    makeCertificate(folder);
    await writeFile(path.join(folder, 'nginx.conf'), configurationOf(served, place));
    const nginx = new Nginx(place);
    await nginx.up();
    return nginx;
  }

  /** Starts the process, each time on the same port, and waits until nginx responds. */
  async up(): Promise<void> {
    const args = ['-p', this.place.folder, '-c', 'nginx.conf'];
    const child = spawn('nginx', args, { stdio: 'inherit' });
    this.#process = child;
    const responds = async () => {
      if (child.exitCode !== null) throw new Error('nginx rejected its configuration.');
      const response = fetch(this.redirectUrl, { redirect: 'manual' });
      return response.then(Boolean, () => false);
    };
    await until(responds, { interval: 20 });
  }

  /** Reloads nginx without downtime. Its earlier workers serve their open connections. */
  reload(): void {
    this.#process?.kill('SIGHUP');
  }

  /** Ends the process, and with it every connection. */
  async down(): Promise<void> {
    if (!this.#process) return;
    const exited = once(this.#process, 'exit');
    this.#process.kill('SIGTERM');
    await exited;
  }

  async stop(): Promise<void> {
    await this.down();
    await rm(this.place.folder, { recursive: true });
  }

  /** The text of all access and error logs. */
  logs(): string {
    const names = readdirSync(this.place.folder).filter((name) => name.endsWith('.log'));
    return names.map((name) => readFileSync(path.join(this.place.folder, name), 'utf8')).join('');
  }
}
