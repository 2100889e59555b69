import type { APIRequestContext } from '@playwright/test';
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
import { expect, nginxTest as base } from '../../support/deployment/fixtures';
import { getRaw } from '../../support/deployment/getRaw';
import { startNginx, type Nginx } from '../../support/deployment/nginx';

const test = base.extend<{
  /** A node that never responds, like a suspended process, and all text that it has received. */
  frozen: { url: string; received: () => string };
  besideFrozen: Nginx;
}>({
  frozen: async ({}, use) => {
    const sockets: Socket[] = [];
    let received = '';
    const server = createServer((socket) => {
      sockets.push(socket);
      socket.on('data', (data) => (received += data.toString()));
      socket.on('error', () => undefined);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    await use({ url, received: () => received });
    for (const socket of sockets) socket.destroy();
    server.close();
  },

  /** nginx with two nodes: the frozen node and a working node. */
  besideFrozen: async ({ frozen, provider }, use) => {
    const nginx = await startNginx(
      [frozen.url, provider.url],
      [[/\bproxy_read_timeout 100s;/g, 'proxy_read_timeout 2s;']],
    );
    await use(nginx);
    await nginx.stop();
  },
});

/** Calls a function with `length` numbers at the same time. */
const times = <Value>(length: number, call: (index: number) => Promise<Value>): Promise<Value[]> =>
  Promise.all(Array.from({ length }, (_, index) => call(index)));

/** Logs 50 customers in at the same time. @returns the number of logins that nginx passes */
async function logIn(
  request: APIRequestContext,
  { url }: Nginx,
  addressOf: (index: number) => string,
): Promise<number> {
  const statuses = await times(50, async (index) => {
    const path = ['login', 'LOGIN', 'login/'][index % 3] ?? '';
    const headers = { 'X-Forwarded-For': addressOf(index) };
    const data = { username: `+9945012345${index + 10}`, password: '' };
    return (await request.post(`${url}/api/66/${path}`, { headers, data })).status();
  });
  return statuses.filter((status) => status !== 429).length;
}

test.describe('nginx', () => {
  test('rejects most of 50 simultaneous logins, and no other call', async ({
    nginx,
    customer,
    request,
  }) => {
    // The header is the client's own, so it changes nothing.
    const passed = await logIn(request, nginx, (index) => `192.0.2.${index}`);
    // A burst of 20 and one more every two seconds.
    expect(passed).toBeGreaterThanOrEqual(21);
    expect(passed).toBeLessThan(40);
    const url = `${nginx.url}/api/66/messages/${customer.id}`;
    const responses = await times(50, () => request.get(url, { headers: bearer(customer) }));
    expect(responses.filter((response) => !response.ok())).toEqual([]);
  });

  test('accepts over 64 KB for an upload only, and there a photo of 19 MB', async ({
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

  test('rejects the handshake for another name, and never passes its host', async ({
    nginx,
    provider,
    request,
  }) => {
    const url = `${nginx.url}/api/66/messages/1`;
    const get = (Host: string) => request.get(url, { headers: { Host } });
    await expect(get('attacker.example')).rejects.toThrow('alert');
    expect((await getRaw(url, { Host: 'attacker.example' })).status).toBe(421);
    expect(provider.ledger.requests('messages')).toEqual([]);
  });

  test('gets the history from another node if one is frozen', async ({
    besideFrozen,
    frozen,
    customer,
    request,
  }) => {
    const headers = { ...bearer(customer), 'X-Forwarded-For': '192.0.2.1' };
    const url = `${besideFrozen.url}/api/66/messages/${customer.id}`;
    const responses = await times(3, () => request.get(url, { headers }));
    expect(responses.map((response) => response.status())).toEqual([200, 200, 200]);
    expect(frozen.received()).toContain(`GET /api/66/messages/${customer.id} `);
    expect(frozen.received()).toContain('X-Forwarded-For: 127.0.0.1\r\n');
    expect(frozen.received()).not.toContain('192.0.2.1');
  });

  test('sends no message to a second node if the first is frozen', async ({
    besideFrozen,
    frozen,
    provider,
    customer,
    request,
  }) => {
    const options = { headers: bearer(customer), data: makeMessage(customer.id) };
    const responses = await times(4, () =>
      request.post(`${besideFrozen.url}/api/66/send`, options),
    );
    const statuses = responses.map((response) => response.status());
    expect(new Set(statuses)).toEqual(new Set([200, 504]));
    const accepted = statuses.filter((status) => status === 200);
    expect(provider.conversation(customer.id)).toHaveLength(accepted.length);
    expect(frozen.received()).toContain('POST /api/66/send ');
  });

  test('connects every customer to the hub if one node is frozen', async ({
    besideFrozen,
    frozen,
    provider,
    request,
  }) => {
    const customers = Array.from({ length: 12 }, (_, index) => {
      const id = 2_000 + index;
      return { id, token: provider.tokenFor({ id, username: `+99450100${id}` }) };
    });
    const negotiate = async ({ id, token }: (typeof customers)[0]) => {
      const url = `${besideFrozen.url}/chatHub66/negotiate?userId=${id}&negotiateVersion=1`;
      return (await request.post(url, { headers: bearer({ token }) })).status();
    };
    expect(new Set(await Promise.all(customers.map(negotiate)))).toEqual(new Set([200]));
    expect(frozen.received()).toContain('POST /chatHub66/negotiate');
    // nginx also sends the sockets to the working node, whichever node the customer belongs to.
    const hub = `${besideFrozen.url.replace('https', 'wss')}/chatHub66`;
    for (const { id, token } of customers) {
      const query = `userId=${id}&id=${provider.hub.reserve(id).token}&access_token=${token}`;
      const socket = new WebSocket(`${hub}?${query}`, { rejectUnauthorized: false });
      await once(socket, 'open');
      socket.terminate();
    }
    expect(provider.ledger.requests('upgrade')).toHaveLength(customers.length);
  });
});
