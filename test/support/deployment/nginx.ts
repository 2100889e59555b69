import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Program } from '../build/program';
import { freePorts } from '../network/freePorts';

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

/** The changes without which nginx.conf would need the name, ports and folders of a server. */
const placeEdits = ({ webRoot, nodes }: Served, place: Place): Edit[] => [
  [/(?<=\bserver_name )[^;]+/g, 'localhost'],
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
  const options = ['req', '-x509', ...key, '-subj', '/CN=localhost', ...files];
  if (spawnSync('openssl', options).status !== 0) throw new Error('openssl made no certificate.');
}

/** A real nginx that runs nginx.conf on free loopback ports. */
export interface Nginx {
  readonly url: string;
  /** The address that redirects from plain HTTP to TLS. */
  readonly redirectUrl: string;
  readonly program: Program;
  /** Returns the text of all access and error logs. */
  logs(): string;
  stop(): Promise<void>;
}

/** Starts nginx and waits until it responds. */
export async function startNginx(served: Served): Promise<Nginx> {
  const folder = await mkdtemp(path.join(tmpdir(), 'nginx-'));
  const place = { folder, ...(await freePorts('port', 'redirectPort')) };
  const redirectUrl = `http://127.0.0.1:${place.redirectPort}`;
  makeCertificate(folder);
  await writeFile(path.join(folder, 'nginx.conf'), configurationOf(served, place));
  const program = new Program('nginx', ['-p', folder, '-c', 'nginx.conf'], {
    folder,
    isReady: () => fetch(redirectUrl, { redirect: 'manual' }).then(Boolean, () => false),
  });
  await program.up();
  return {
    url: `https://localhost:${place.port}`,
    redirectUrl,
    program,
    logs: () =>
      readdirSync(folder)
        .filter((name) => name.endsWith('.log'))
        .map((name) => readFileSync(path.join(folder, name), 'utf8'))
        .join(''),
    stop: async () => {
      await program.down();
      await rm(folder, { recursive: true });
    },
  };
}
