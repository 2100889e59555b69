import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { bearer } from '../../support/contract/clients';
import { expect, nginxTest as test } from '../../support/deployment/fixtures';
import { getRaw } from '../../support/deployment/getRaw';

const CONFIGURATION = path.join(__dirname, '../../../src/hosting/logrotate.conf');

test.describe('The logs of nginx', () => {
  test('hold no token after an outage, and show the failed requests', async ({
    provider,
    customer,
    nginx,
    request,
  }) => {
    const query = `userId=${customer.id}&access_token=${customer.token}`;
    await provider.stop();
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

  test('continue after their rotation', async ({ nginx, request }) => {
    const access = path.join(nginx.folder, 'access.log');
    const get = (name: string) => request.get(`${nginx.redirectUrl}/${name}`, { maxRedirects: 0 });
    await get('before');
    await expect.poll(() => nginx.logs()).toContain('"GET /before" 301');
    const configuration = readFileSync(CONFIGURATION, 'utf8')
      .replace('/var/log/support-chat', nginx.folder)
      .replace('nginx -s reopen', `kill -USR1 ${nginx.program.pid}`);
    writeFileSync(path.join(nginx.folder, 'support-chat'), configuration);
    const options = ['--force', '--state', 'state', 'support-chat'];
    execFileSync('logrotate', options, { cwd: nginx.folder });
    const current = async () => {
      await get('after');
      return readFileSync(access, 'utf8');
    };
    await expect.poll(current).toContain('"GET /after" 301');
    expect(readFileSync(`${access}.1`, 'utf8')).toContain('/before');
  });
});
