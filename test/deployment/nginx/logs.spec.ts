import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { bearer } from '../../support/contract/clients';
import { expect, nginxTest as test } from '../../support/deployment/fixtures';
import { getRaw } from '../../support/deployment/getRaw';
import { startNginx, type Edit } from '../../support/deployment/nginx';

const read = (file: string) =>
  readFileSync(path.join(__dirname, '../../../src/hosting', file), 'utf8');

test.describe('The logs of nginx', () => {
  test('hold no token after an outage, and show the failed requests', async ({
    provider,
    customer,
    nginx,
    request,
  }) => {
    const query = `userId=${customer.id}&access_token=${customer.token}`;
    await provider.goDown();
    await request.post(`${nginx.url}/chatHub66/negotiate?${query}`);
    // The last one is too long for nginx, which logs it before it knows the location.
    for (const target of [
      'chatHub66?',
      'chatHub66/?',
      'chathub66?',
      `chatHub66?${'a'.repeat(9_000)}&`,
    ])
      await request.get(`${nginx.url}/${target}${query}`, { headers: bearer(customer) });
    await request.get(`${nginx.redirectUrl}/chatHub66?${query}`, { maxRedirects: 0 });
    const { status } = await getRaw(`${nginx.url}/chatHub66?${query}`, { Host: 'a b' });
    expect(status).toBe(400);
    await expect.poll(() => nginx.logs()).toMatch(/"GET \/chatHub66" 502 /);
    expect(nginx.logs()).toMatch(/"POST \/chatHub66\/negotiate" 502 /);
    expect(nginx.logs()).not.toMatch(/eyJ|access_token/);
  });

  test('are not readable by everybody, and continue after their rotation', async ({ provider }) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'logs-'));
    // nginx's workers, who may not read what the master process reads, reach their logs through it.
    chmodSync(folder, 0o755);
    const logs = path.join(folder, 'log');
    const access = path.join(logs, 'access.log');
    // Only root may set the group.
    const isRoot = process.getuid?.() === 0;
    const install = /install -d .*/.exec(read('README.md'))?.[0] ?? '';
    const command = install.replace('/var/log/support-chat', logs);
    execFileSync('sh', ['-c', isRoot ? command : command.replace('-g www-data', '')]);
    expect(statSync(logs).mode & 0o007).toBe(0);
    const edits: Edit[] = [
      [/\baccess_log \S+ support_chat;/g, `access_log ${access} support_chat;`],
    ];
    if (isRoot) edits.push([/(?<=\buser )root/g, 'www-data']);
    const nginx = await startNginx([provider.url], edits);
    const get = (name: string) => fetch(`${nginx.redirectUrl}/${name}`, { redirect: 'manual' });
    await get('before');
    await expect.poll(() => readFileSync(access, 'utf8')).toContain('"GET /before" 301');
    const configuration = read('logrotate.conf')
      .replace('/var/log/support-chat', logs)
      .replace('nginx -s reopen', `kill -USR1 ${nginx.program.pid}`);
    writeFileSync(path.join(folder, 'support-chat'), configuration);
    execFileSync('logrotate', ['--force', '--state', 'state', 'support-chat'], { cwd: folder });
    const current = async () => {
      await get('after');
      return readFileSync(access, 'utf8');
    };
    await expect.poll(current).toContain('"GET /after" 301');
    expect(readFileSync(`${access}.1`, 'utf8')).toContain('/before');
    await nginx.stop();
    rmSync(folder, { recursive: true });
  });
});
