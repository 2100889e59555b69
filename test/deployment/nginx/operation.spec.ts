import type { APIRequestContext } from '@playwright/test';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { WebSocket } from 'ws';
import type { Provider } from '../../stand-in/provider';
import { bearer, makeMessage } from '../../support/contract/clients';
import { expect, nginxTest as base } from '../../support/deployment/fixtures';
import { getRaw } from '../../support/deployment/getRaw';
import { startNginx, type Edit, type Nginx } from '../../support/deployment/nginx';

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

const tokenOf = (provider: Provider, id: number) =>
  provider.tokenFor({ id, username: `+99450${1_000_000 + id}` });

/** Opens a WebSocket to the hub. Resolves once nginx has accepted it. */
async function openSocket(nginx: Nginx, provider: Provider, id: number): Promise<WebSocket> {
  const { token } = provider.hub.reserve(id);
  const query = `userId=${id}&id=${token}&access_token=${tokenOf(provider, id)}`;
  const url = `${nginx.url.replace('https', 'wss')}/chatHub66?${query}`;
  const socket = new WebSocket(url, { rejectUnauthorized: false });
  await once(socket, 'open');
  return socket;
}

/** Connects different customers to the hub at the same time. Resolves once nginx has accepted all. */
async function connectAll(nginx: Nginx, provider: Provider, ids: number[]): Promise<void> {
  const connect = async (id: number) => {
    const socket = await openSocket(nginx, provider, id);
    // The hub would close a connection without a handshake.
    socket.send('{"protocol":"json","version":1}\x1e');
    return socket;
  };
  const sockets = await Promise.all(ids.map(connect));
  for (const socket of sockets) socket.terminate();
}

const count = (length: number, first: number) =>
  Array.from({ length }, (_, index) => first + index);

/** Logs 50 customers in at the same time. @returns the number of logins that nginx passes */
async function logIn(
  request: APIRequestContext,
  { url }: Nginx,
  addressOf: (index: number) => string,
): Promise<number> {
  const login = async (index: number) => {
    const path = ['login', 'LOGIN', 'login/'][index % 3] ?? '';
    const headers = { 'X-Forwarded-For': addressOf(index) };
    const data = { username: `+9945012345${index}`, password: '' };
    return (await request.post(`${url}/api/66/${path}`, { headers, data })).status();
  };
  const statuses = await Promise.all(count(50, 10).map(login));
  return statuses.filter((status) => status !== 429).length;
}

test('The logs of nginx hold no token after an outage, and show the failed requests', async ({
  provider,
  customer,
  nginx,
  request,
}) => {
  const query = `userId=${customer.id}&access_token=${customer.token}`;
  const get = (path: string) => request.get(nginx.url + path, { headers: bearer(customer) });
  await provider.goDown();
  expect((await get(`/chatHub66?${query}`)).status()).toBe(502);
  await get(`/chatHub66/?${query}`);
  await get(`/chathub66?${query}`);
  await request.post(`${nginx.url}/chatHub66/negotiate?${query}`);
  await get(`/api/66/messages/${customer.id}`);
  await request.get(`${nginx.redirectUrl}/chatHub66?${query}`, { maxRedirects: 0 });
  // Too long for nginx, which logs the request before it knows the location.
  await get(`/chatHub66?${query}&a=${'a'.repeat(9_000)}`);
  const { status } = await getRaw(`${nginx.url}/chatHub66?${query}`, { Host: 'a b' });
  expect(status).toBe(400);
  await expect.poll(() => nginx.logs()).toMatch(/"GET \/chatHub66" 502 /);
  expect(nginx.logs()).toMatch(/"POST \/chatHub66\/negotiate" 502 /);
  expect(nginx.logs()).not.toMatch(/eyJ|access_token/);
});

test.describe('nginx', () => {
  test('rejects most of 50 simultaneous logins, and no other call', async ({
    provider,
    nginx,
    customer,
    request,
  }) => {
    // The header is the client's own, so it changes nothing.
    const passed = await logIn(request, nginx, (index) => `192.0.2.${index}`);
    // A burst of 20 and one more every two seconds.
    expect(passed).toBeGreaterThanOrEqual(21);
    expect(passed).toBeLessThan(40);
    expect(provider.ledger.requests('login').length).toBeLessThanOrEqual(passed);
    const url = `${nginx.url}/api/66/messages/${customer.id}`;
    const history = () => request.get(url, { headers: bearer(customer) });
    const responses = await Promise.all(Array.from({ length: 50 }, history));
    expect(new Set(responses.map((response) => response.status()))).toEqual(new Set([200]));
  });

  test.describe('behind a balancer', () => {
    const edits: Edit[] = [
      [/# (?=set_real_ip_from|real_ip_)/g, ''],
      [/10\.0\.0\.0\/8/g, '127.0.0.1'],
    ];
    test.use({ changes: { edits } });

    test('counts logins by IPv4 address or IPv6 network', async ({ nginx, request }) => {
      expect(await logIn(request, nginx, (index) => `192.0.2.${index}`)).toBe(50);
      expect(await logIn(request, nginx, (index) => `2001:db8:0:${index}::1`)).toBe(50);
      expect(await logIn(request, nginx, (index) => `2001:db8:1:1::${index}`)).toBeLessThan(40);
    });
  });

  test('accepts over 64 KB for an upload only', async ({ nginx, provider, customer, request }) => {
    const options = { headers: bearer(customer), data: 'x'.repeat(70_000) };
    const send = async (path: string) =>
      (await request.post(`${nginx.url}/api/66/${path}`, options)).status();
    expect(await send('send')).toBe(413);
    expect(await send('login')).toBe(413);
    expect(provider.ledger.of('request')).toEqual([]);
    expect(await send('upload')).not.toBe(413);
  });

  test('accepts no TLS below 1.2, and resumes sessions', ({ nginx }) => {
    const { host } = new URL(nginx.url);
    const connect = (...options: string[]) =>
      spawnSync('openssl', ['s_client', '-connect', host, '-servername', 'localhost', ...options], {
        encoding: 'utf8',
        input: 'Q',
      });
    // At security level 0, the client itself offers TLS 1.1. The alert 70 is "protocol version".
    const old = connect('-tls1_1', '-cipher', 'ALL:@SECLEVEL=0');
    expect(old.stderr).toContain('SSL alert number 70');
    const resumed = connect('-tls1_2', '-reconnect', '-no_ticket').stdout;
    expect(resumed.match(/^Reused, /gm)).toHaveLength(5);
  });

  test('rejects the handshake for another name, and never passes its host', async ({
    nginx,
    provider,
    customer,
    request,
  }) => {
    const url = `${nginx.url}/api/66/messages/${customer.id}`;
    const get = (Host: string) => request.get(url, { headers: { Host, ...bearer(customer) } });
    expect((await get('localhost')).status()).toBe(200);
    await expect(get('attacker.example')).rejects.toThrow('alert');
    expect((await getRaw(url, { Host: 'attacker.example' })).status).toBe(421);
    expect(provider.ledger.requests('messages')).toHaveLength(1);
  });

  test('holds more customers than Debian’s settings allow', async ({ nginx, provider }) => {
    // Each customer uses two of nginx's connections. Debian allows 768.
    await connectAll(nginx, provider, count(400, 1_000));
  });

  test.describe('with a limit of two connections', () => {
    test.use({ changes: { edits: [[/(?<=limit_conn support_chat_connections )1000/g, '2']] } });

    test('rejects a third connection of a client', async ({ nginx, provider }) => {
      const sockets = [await openSocket(nginx, provider, 1), await openSocket(nginx, provider, 2)];
      await expect(openSocket(nginx, provider, 3)).rejects.toThrow('503');
      for (const socket of sockets) socket.terminate();
    });
  });

  test.describe('with a short shutdown', () => {
    test.use({ changes: { edits: [[/(?<=worker_shutdown_timeout )\w+/g, '1s']] } });

    test('closes open connections some time after a reload', async ({ nginx, provider }) => {
      const socket = await openSocket(nginx, provider, 1_000);
      const closed = once(socket, 'close');
      nginx.program.signal('SIGHUP');
      // 1006: no Close frame. The hub, which waits for a handshake, would send one.
      expect(await closed).toContain(1006);
    });
  });

  test('gets the history from another node if one is frozen', async ({
    besideFrozen,
    frozen,
    customer,
    request,
  }) => {
    const headers = { ...bearer(customer), 'X-Forwarded-For': '192.0.2.1' };
    const url = `${besideFrozen.url}/api/66/messages/${customer.id}`;
    const responses = await Promise.all(count(3, 0).map(() => request.get(url, { headers })));
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
    const send = () => request.post(`${besideFrozen.url}/api/66/send`, options);
    const responses = await Promise.all(count(4, 0).map(send));
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
    const ids = count(12, 2_000);
    const negotiate = async (id: number) => {
      const url = `${besideFrozen.url}/chatHub66/negotiate?userId=${id}&negotiateVersion=1`;
      const headers = bearer({ token: tokenOf(provider, id) });
      return (await request.post(url, { headers })).status();
    };
    expect(new Set(await Promise.all(ids.map(negotiate)))).toEqual(new Set([200]));
    expect(frozen.received()).toContain('POST /chatHub66/negotiate');
    // nginx also sends the sockets to the working node, whichever node the customer belongs to.
    await connectAll(besideFrozen, provider, ids);
    expect(provider.ledger.requests('upgrade')).toHaveLength(ids.length);
  });
});
