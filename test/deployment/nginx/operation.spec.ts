import type { APIResponse } from '@playwright/test';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, rmSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import path from 'node:path';
import { WebSocket } from 'ws';
import { imageFile } from '../../support/browser/images';
import { bearer, makeMessage } from '../../support/contract/clients';
import { BUILD_FOLDER, filesOfBuild } from '../../support/deployment/builds';
import { expect, nginxTest as test } from '../../support/deployment/fixtures';
import { getRaw } from '../../support/deployment/getRaw';
import { startNginx } from '../../support/deployment/nginx';

/** Calls a function with `length` numbers at the same time. */
const times = <Value>(length: number, call: (index: number) => Promise<Value>): Promise<Value[]> =>
  Promise.all(Array.from({ length }, (_, index) => call(index)));

test.describe('nginx', () => {
  test('rejects most of 50 logins, and no other call', async ({ nginx, customer, request }) => {
    const logins = await times(50, (index) => {
      const path = ['login', 'LOGIN', 'login/'][index % 3] ?? '';
      // The header is the client's own, so it changes nothing.
      const headers = { 'X-Forwarded-For': `192.0.2.${index}` };
      const data = { username: `+9945012345${index + 10}`, password: '' };
      return request.post(`${nginx.url}/api/66/${path}`, { headers, data });
    });
    const passed = logins.filter((response) => response.status() !== 429).length;
    // A burst of 20 and one more every two seconds.
    expect(passed).toBeGreaterThanOrEqual(21);
    expect(passed).toBeLessThan(40);
    const url = `${nginx.url}/api/66/messages/${customer.id}`;
    const responses = await times(50, () => request.get(url, { headers: bearer(customer) }));
    expect(responses.filter((response) => !response.ok())).toEqual([]);
  });

  test('accepts over 64 KB, up to 19 MB, for uploads only', async ({
    nginx,
    customer,
    request,
  }) => {
    const headers = bearer(customer);
    for (const call of ['send', 'login']) {
      const options = { headers, data: 'x'.repeat(70_000) };
      const response = await request.post(`${nginx.url}/api/66/${call}`, options);
      expect(response.status(), call).toBe(413);
    }
    const image = imageFile();
    const file = { ...image, buffer: Buffer.concat([image.buffer, Buffer.alloc(19_000_000)]) };
    const url = `${nginx.url}/api/66/upload`;
    const response = await request.post(url, { headers, multipart: { file } });
    expect(response.status()).toBe(200);
  });

  test('waits for a send, an upload and a poll as long as the page', async ({ request }) => {
    // A tenth of 90 s, which a poll takes; a send and an upload can take 100 s.
    const node = createHttpServer((_, response) => setTimeout(() => response.end(), 9_000));
    await once(node.listen(0, '127.0.0.1'), 'listening');
    const nodes = [`http://127.0.0.1:${(node.address() as AddressInfo).port}`];
    const nginx = await startNginx(nodes, [[/(?<=proxy_read_timeout \d+)s/g, '00ms']]);
    const statuses = await Promise.all([
      ...['send', 'upload'].map((call) => request.post(`${nginx.url}/api/66/${call}`)),
      request.get(`${nginx.url}/chatHub66?userId=1`),
    ]);
    expect(statuses.map((response) => response.status())).toEqual([200, 200, 200]);
    await nginx.stop();
    node.close();
  });

  test('fails release.sh check if a script or the page is missing', async ({ provider }) => {
    const root = test.info().outputPath('dist');
    cpSync(BUILD_FOLDER, root, { recursive: true });
    const nginx = await startNginx([provider.url], [[/(?<=^\s*root )[^;]+/gm, root]]);
    const script = path.join(__dirname, '../../../src/hosting/release.sh');
    // The certificate is self-signed.
    const env = { ...process.env, CURL_CA_BUNDLE: path.join(nginx.folder, 'certificate.pem') };
    const check = () => execFileSync(script, ['check', nginx.url], { env, stdio: 'pipe' });
    check();
    for (const name of [filesOfBuild('js')[0] ?? '', 'index.html']) {
      rmSync(path.join(root, name));
      expect(check, name).toThrow(/404/);
    }
    await nginx.stop();
  });

  test('rejects and never passes another host name', async ({ nginx, provider, request }) => {
    const url = `${nginx.url}/api/66/messages/1`;
    const get = (Host: string) => request.get(url, { headers: { Host } });
    await expect(get('attacker.example')).rejects.toThrow('alert');
    expect((await getRaw(url, { Host: 'attacker.example' })).status).toBe(421);
    expect(provider.ledger.requests('messages')).toEqual([]);
  });

  test('serves histories and the hub if one node is frozen, and sends no message twice', async ({
    provider,
    customer,
    request,
  }) => {
    // A node that never responds, like a suspended process.
    const sockets: Socket[] = [];
    let received = '';
    const frozen = createServer((socket) => {
      sockets.push(socket.on('error', () => undefined));
      socket.on('data', (data) => (received += data.toString()));
    });
    await once(frozen.listen(0, '127.0.0.1'), 'listening');
    const nodes = [`http://127.0.0.1:${(frozen.address() as AddressInfo).port}`, provider.url];
    const start = () =>
      startNginx(nodes, [[/\bproxy_read_timeout 100s;/g, 'proxy_read_timeout 2s;']]);
    const statusesOf = (responses: APIResponse[]) => responses.map((response) => response.status());

    let nginx = await start();
    const headers = { ...bearer(customer), 'X-Forwarded-For': '192.0.2.1' };
    const history = `${nginx.url}/api/66/messages/${customer.id}`;
    const histories = await times(3, () => request.get(history, { headers }));
    expect(statusesOf(histories)).toEqual([200, 200, 200]);
    expect(received).toContain(`GET /api/66/messages/${customer.id} `);
    expect(received).toContain('X-Forwarded-For: 127.0.0.1\r\n');
    expect(received).not.toContain('192.0.2.1');

    // Another nginx, because the first one now skips the node for a while.
    await nginx.stop();
    nginx = await start();
    const options = { headers, data: makeMessage(customer.id) };
    const sends = await times(4, () => request.post(`${nginx.url}/api/66/send`, options));
    expect(new Set(statusesOf(sends))).toEqual(new Set([200, 504]));
    const accepted = sends.filter((response) => response.ok());
    expect(provider.conversation(customer.id)).toHaveLength(accepted.length);
    expect(received).toContain('POST /api/66/send ');

    const hub = `${nginx.url}/chatHub66`;
    const customers = Array.from({ length: 12 }, (_, index) => {
      const id = 2_000 + index;
      return { id, token: provider.tokenFor({ id, username: `+99450100${id}` }) };
    });
    const negotiations = await times(customers.length, (index) => {
      const { id = 0, token = '' } = customers[index] ?? {};
      const url = `${hub}/negotiate?userId=${id}&negotiateVersion=1`;
      return request.post(url, { headers: bearer({ token }) });
    });
    expect(new Set(statusesOf(negotiations))).toEqual(new Set([200]));
    expect(received).toContain('POST /chatHub66/negotiate');
    // nginx also sends the sockets to the working node, whichever node the customer belongs to.
    for (const { id, token } of customers) {
      const query = `userId=${id}&id=${provider.hub.reserve(id).token}&access_token=${token}`;
      const url = `${hub.replace('https', 'wss')}?${query}`;
      const socket = new WebSocket(url, { rejectUnauthorized: false });
      await once(socket, 'open');
      socket.terminate();
    }
    expect(provider.ledger.requests('upgrade')).toHaveLength(customers.length);
    await nginx.stop();
    for (const socket of sockets) socket.destroy();
    frozen.close();
  });
});
