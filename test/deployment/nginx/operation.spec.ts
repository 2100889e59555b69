import type { APIRequestContext } from '@playwright/test';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { WebSocket } from 'ws';
import { bearer, makeMessage } from '../../support/contract/clients';
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

  test('accepts over 64 KB for an upload only', async ({ nginx, customer, request }) => {
    const options = { headers: bearer(customer), data: 'x'.repeat(70_000) };
    for (const [path, isAccepted] of [
      ['send', false],
      ['login', false],
      ['upload', true],
    ] as const) {
      const status = (await request.post(`${nginx.url}/api/66/${path}`, options)).status();
      expect(status !== 413, path).toBe(isAccepted);
    }
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
