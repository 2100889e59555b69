import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Program } from '../build/program';
import { freePort } from '../network/freePort';
import { BUILD_FOLDER } from './builds';

/** A change of the configuration: each occurrence of a directive is replaced. */
type Edit = readonly [directive: RegExp, replacement: string];

/** Reads nginx.conf or workers.conf, which an administrator copies. */
const read = (name: string) =>
  readFileSync(path.join(__dirname, '../../../src/hosting', name), 'utf8');

/** Returns the main configuration with both files. */
const configurationIn = (folder: string) => `daemon off;
${process.getuid?.() === 0 ? 'user root;' : ''}
worker_processes 1;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log;
# Debian's Brotli module.
load_module /usr/lib/nginx/modules/ngx_http_brotli_static_module.so;
${read('workers.conf')}
http {
include /etc/nginx/mime.types;
access_log ${folder}/access.log;
client_body_temp_path ${folder}/client_body;
proxy_temp_path ${folder}/proxy;
fastcgi_temp_path ${folder}/fastcgi;
uwsgi_temp_path ${folder}/uwsgi;
scgi_temp_path ${folder}/scgi;
${read('nginx.conf')}
}`;

/** Edits a configuration. @throws Error if it lacks the directive */
function edit(text: string, [directive, replacement]: Edit): string {
  if (text.search(directive) < 0) throw new Error(`There is no ${directive.source}.`);
  return text.replace(directive, replacement);
}

/** Makes a self-signed certificate. */
function makeCertificate(folder: string): void {
  const key = '-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -keyout key.pem';
  const options = `req -x509 ${key} -subj /CN=localhost -out certificate.pem`;
  execFileSync('openssl', options.split(' '), { cwd: folder, stdio: 'pipe' });
}

/** A real nginx that runs nginx.conf on free loopback ports. */
export type Nginx = Awaited<ReturnType<typeof startNginx>>;

/**
 * Starts nginx with the build under test, and waits until it responds.
 * @param nodes URLs of the provider's nodes
 * @param edits further changes of the configuration
 */
export async function startNginx(nodes: readonly string[], edits: readonly Edit[] = []) {
  const folder = await mkdtemp(path.join(tmpdir(), 'nginx-'));
  const [port, redirectPort] = [await freePort(), await freePort()];
  const redirectUrl = `http://127.0.0.1:${redirectPort}`;
  const servers = nodes.map((url) => `server ${new URL(url).host};`).join(' ');
  const placeEdits: Edit[] = [
    [/(?<=\bserver_name )[^;]+/g, 'localhost'],
    [/\blisten \[::\]:[^;]+;/g, ''],
    [/\blisten 443 /g, `listen 127.0.0.1:${port} `],
    [/\blisten 80;/g, `listen 127.0.0.1:${redirectPort};`],
    [/(?<=\bssl_certificate )[^;]+/g, `${folder}/certificate.pem`],
    [/(?<=\bssl_certificate_key )[^;]+/g, `${folder}/key.pem`],
    [/(?<=^\s*root )[^;]+/gm, BUILD_FOLDER],
    [/\/var\/log\/support-chat\//g, `${folder}/`],
    [/\bserver 127\.0\.0\.1:5000;/g, servers],
  ];
  makeCertificate(folder);
  const configuration = [...placeEdits, ...edits].reduce(edit, configurationIn(folder));
  await writeFile(path.join(folder, 'nginx.conf'), configuration);
  const program = new Program('nginx', ['-p', folder, '-c', 'nginx.conf'], {
    folder,
    isReady: () => fetch(redirectUrl, { redirect: 'manual' }).then(Boolean, () => false),
  });
  await program.up();
  return {
    url: `https://localhost:${port}`,
    /** The address that redirects from plain HTTP to TLS. */
    redirectUrl,
    /** The folder of certificate.pem and of the logs. */
    folder,
    program,
    /** Returns the text of all access and error logs. */
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
