import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { BUILD_FOLDER, mainScript } from '../../support/deployment/builds';
import { expect, nginxTest as test } from '../../support/deployment/fixtures';
import { commandsOf, runCommands } from '../../support/deployment/hostingPage';
import { startNginx, type Edit } from '../../support/deployment/nginx';

const LOGROTATE = path.join(__dirname, '../../../src/hosting/logrotate.conf');

const isRoot = process.getuid?.() === 0;
/** The user of nginx's workers, who need not be allowed to read what the master process reads. */
const WORKERS: Edit[] = isRoot ? [[/(?<=\buser )root/g, 'www-data']] : [];

test('The access log is not readable by everybody, and nginx goes on after its rotation', async ({
  provider,
}) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'logs-'));
  // The workers reach their logs through this folder.
  chmodSync(folder, 0o755);
  const logs = path.join(folder, 'log');
  const access = path.join(logs, 'access.log');
  const install = (commandsOf('nginx')[0] ?? '')
    .split('\n')
    .filter((line) => /^ *install/.test(line));
  runCommands(install, folder, {
    '/var/log/support-chat': logs,
    ...(!isRoot && { '-g www-data ': '' }),
  });
  const nginx = await startNginx(
    [provider.url],
    [[/\baccess_log \S+ support_chat;/g, `access_log ${access} support_chat;`], ...WORKERS],
  );
  const get = (name: string) => fetch(`${nginx.redirectUrl}/${name}`, { redirect: 'manual' });
  const linesOf = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : '');
  await get('before');
  await expect.poll(() => linesOf(access)).toContain('"GET /before" 301');
  const isForAll = (file: string) => (statSync(file).mode & 0o007) !== 0;
  expect(isForAll(logs)).toBe(false);

  const file = path.join(folder, 'support-chat');
  const text = readFileSync(LOGROTATE, 'utf8')
    .replace('/var/log/support-chat', logs)
    .replace('nginx -s reopen', `kill -USR1 ${nginx.program.pid}`);
  writeFileSync(file, text);
  execFileSync('logrotate', ['--force', '--state', path.join(folder, 'state'), file]);
  await expect
    .poll(async () => {
      await get('after');
      return linesOf(access);
    })
    .toContain('"GET /after" 301');
  expect(linesOf(access)).not.toContain('/before');
  expect(linesOf(`${access}.1`)).toContain('/before');
  await nginx.stop();
  rmSync(folder, { recursive: true });
});

test('The health check of the page fails if a script is missing', async ({ provider }) => {
  const folder = test.info().outputPath('dist');
  cpSync(BUILD_FOLDER, folder, { recursive: true });
  const nginx = await startNginx([provider.url], [[/(?<=^\s*root )[^;]+/gm, folder]]);
  // The certificate of nginx is self-signed.
  const places = { 'https://chat.example.az': nginx.url, 'curl ': 'curl -k ' };
  const check = () => runCommands(commandsOf('Logs and health'), folder, places);
  expect(check()).toBe('');
  rmSync(path.join(folder, mainScript()));
  expect(check).toThrow(/404/);
  await nginx.stop();
});
