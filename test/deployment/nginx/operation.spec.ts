import { get } from 'node:https';
import { createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { WebSocket } from 'ws';
import type { Provider } from '../../stand-in/provider';
import { expect, test as base } from '../../support/deployment/nginxFixtures';
import { requestRaw } from '../../support/deployment/headerTable';
import { makeCertificate } from '../../support/deployment/certificate';
import { Nginx } from '../../support/deployment/nginx';

/** A node that accepts connections and never responds, like a suspended process. */
class FrozenNode {
  readonly #sockets = new Set<Socket>();
  readonly #server: Server;
  /** All text that the node has received. */
  received = '';

  constructor() {
    this.#server = createServer((socket) => {
      this.#sockets.add(socket);
      socket.on('data', (data) => (this.received += data.toString()));
      socket.on('error', () => undefined);
    });
  }

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  stop(): void {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
  }
}

const test = base.extend<{ frozen: FrozenNode; besideFrozen: Nginx }>({
  // eslint-disable-next-line no-empty-pattern -- Playwright requires the pattern
  frozen: async ({}, use) => {
    const frozen = new FrozenNode();
    await use(frozen);
    frozen.stop();
  },

  /** nginx with two nodes: the frozen node and a working node. */
  besideFrozen: async ({ frozen, provider, webRoot }, use) => {
    const nodes = [await frozen.start(), provider.url];
    const nginx = await Nginx.start({ webRoot, nodes, sendTimeout: '2s' });
    await use(nginx);
    await nginx.stop();
  },
});

/** Opens a WebSocket to the hub. Resolves once nginx has accepted it. */
function openSocket(nginx: Nginx, provider: Provider, id: number): Promise<WebSocket> {
  const token = provider.tokenFor({ id, username: `+99450${1_000_000 + id}` });
  const url = `${nginx.url.replace('http', 'ws')}/chatHub66?userId=${id}&access_token=${token}`;
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url);
    socket.on('open', () => resolve(socket)).on('error', reject);
  });
}

test.describe('Logs of nginx', () => {
  test('hold no token after an outage, and show the failed requests', async ({
    provider,
    customer,
    nginx,
  }) => {
    const query = `userId=${customer.id}&access_token=${customer.token}`;
    const headers = { Authorization: `Bearer ${customer.token}` };
    const request = (path: string) => requestRaw(`${nginx.url}${path}`, { headers });
    await provider.goDown();
    const { status } = await request(`/chatHub66?${query}`);
    expect(status).toBe(502);
    await request(`/chatHub66/?${query}`);
    await request(`/chathub66?${query}`);
    await requestRaw(`${nginx.url}/chatHub66/negotiate?${query}`, { method: 'POST' });
    await request(`/api/66/messages/${customer.id}`);
    await requestRaw(`${nginx.redirectUrl}/chatHub66?${query}`);
    // Too long for nginx, which logs the request before it knows the location.
    await request(`/chatHub66?${query}&a=${'a'.repeat(9_000)}`);
    await requestRaw(`${nginx.url}/chatHub66?${query}`, { headers: { Host: 'a b' } });
    await expect.poll(() => nginx.logs()).toMatch(/"GET \/chatHub66" 502 /);
    expect(nginx.logs()).toMatch(/"POST \/chatHub66\/negotiate" 502 /);
    expect(nginx.logs()).not.toMatch(/eyJ|access_token/);
  });
});

test.describe('nginx', () => {
  /** Logs 50 customers in at the same time. @returns the number of logins that nginx passes */
  async function logIn(nginx: Nginx, addressOf?: (index: number) => string): Promise<number> {
    const login = async (index: number) => {
      const path = ['login', 'LOGIN', 'login/'][index % 3] ?? '';
      const response = await fetch(`${nginx.url}/api/66/${path}`, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          ...(addressOf && { 'X-Forwarded-For': addressOf(index) }),
        },
        body: JSON.stringify({ username: `+9945012345${10 + index}`, password: '' }),
      });
      return response.status;
    };
    const statuses = await Promise.all(Array.from({ length: 50 }, (_, index) => login(index)));
    return statuses.filter((status) => status !== 429).length;
  }

  test('rejects most of 50 simultaneous logins, and no other call', async ({
    provider,
    nginx,
    customer,
  }) => {
    // The header is the client's own, so it changes nothing.
    const passed = await logIn(nginx, (index) => `192.0.2.${index}`);
    // A burst of 20 and one more every two seconds.
    expect(passed).toBeGreaterThanOrEqual(21);
    expect(passed).toBeLessThan(40);
    expect(provider.ledger.requests('login').length).toBeLessThanOrEqual(passed);
    const headers = { Authorization: `Bearer ${customer.token}` };
    const history = () => requestRaw(`${nginx.url}/api/66/messages/${customer.id}`, { headers });
    const responses = await Promise.all(Array.from({ length: 50 }, history));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
  });

  test('counts logins behind a balancer by IPv4 address or IPv6 network', async ({
    webRoot,
    provider,
  }) => {
    const nginx = await Nginx.start({ webRoot, nodes: [provider.url], isBehindBalancer: true });
    expect(await logIn(nginx, (index) => `192.0.2.${index}`)).toBe(50);
    expect(await logIn(nginx, (index) => `2001:db8:0:${index}::1`)).toBe(50);
    expect(await logIn(nginx, (index) => `2001:db8:1:1::${index}`)).toBeLessThan(40);
    await nginx.stop();
  });

  test('accepts a body over 64 KB for an upload only', async ({ nginx, provider, customer }) => {
    const post = async (path: string) => {
      const headers = { Authorization: `Bearer ${customer.token}` };
      const body = 'x'.repeat(70_000);
      return (await fetch(`${nginx.url}/api/66/${path}`, { method: 'POST', headers, body })).status;
    };
    expect(await post('send')).toBe(413);
    expect(await post('login')).toBe(413);
    expect(provider.ledger.of('request')).toEqual([]);
    expect(await post('upload')).not.toBe(413);
  });

  test('rejects the handshake for another name, and never passes its host', async ({
    webRoot,
    provider,
    customer,
  }, { outputDir }) => {
    const tls = makeCertificate(outputDir);
    const nginx = await Nginx.start({ webRoot, nodes: [provider.url], tls });
    const { port } = new URL(nginx.url);
    const path = `/api/66/messages/${customer.id}`;
    const request = (servername: string, host: string) =>
      new Promise<number | undefined>((resolve) => {
        const headers = { Host: host, Authorization: `Bearer ${customer.token}` };
        get({ port, host: '127.0.0.1', servername, path, headers, rejectUnauthorized: false })
          .on('response', ({ statusCode }) => {
            resolve(statusCode);
          })
          .on('error', () => {
            resolve(undefined);
          });
      });
    expect(await request('chat.example.az', 'chat.example.az')).toBe(200);
    expect(await request('attacker.example', 'attacker.example')).toBeUndefined();
    expect(await request('chat.example.az', 'attacker.example')).toBe(421);
    expect(provider.ledger.requests('messages')).toHaveLength(1);
    await nginx.stop();
  });

  test('holds more customers than Debian’s settings allow', async ({ nginx, provider }) => {
    // Each customer uses two of nginx's connections. Debian allows 768.
    const ids = Array.from({ length: 400 }, (_, index) => 1_000 + index);
    const sockets = await Promise.all(ids.map((id) => openSocket(nginx, provider, id)));
    expect(sockets.every((socket) => socket.readyState === WebSocket.OPEN)).toBe(true);
    for (const socket of sockets) socket.terminate();
  });

  test('limits the connections of a client', async ({ webRoot, provider }) => {
    const nginx = await Nginx.start({ webRoot, nodes: [provider.url], maxConnections: 2 });
    const sockets = [
      await openSocket(nginx, provider, 1_000),
      await openSocket(nginx, provider, 1_001),
    ];
    await expect(openSocket(nginx, provider, 1_002)).rejects.toThrow('503');
    for (const socket of sockets) socket.terminate();
    await nginx.stop();
  });

  test('closes open connections some time after a reload', async ({ webRoot, provider }) => {
    const nginx = await Nginx.start({ webRoot, nodes: [provider.url], shutdownTimeout: '1s' });
    const socket = await openSocket(nginx, provider, 1_000);
    const closed = new Promise((resolve) => socket.on('close', resolve));
    await nginx.reload();
    // 1006: no Close frame. The hub, which waits for a handshake, would send one.
    expect(await closed).toBe(1006);
    await nginx.stop();
  });

  test('gets the history from another node if one is frozen', async ({
    besideFrozen,
    frozen,
    customer,
  }) => {
    const headers = { Authorization: `Bearer ${customer.token}`, 'X-Forwarded-For': '192.0.2.1' };
    const history = () =>
      requestRaw(`${besideFrozen.url}/api/66/messages/${customer.id}`, { headers });
    const responses = await Promise.all([history(), history(), history()]);
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(frozen.received).toContain(`GET /api/66/messages/${customer.id} `);
    expect(frozen.received).toContain('X-Forwarded-For: 127.0.0.1\r\n');
    expect(frozen.received).not.toContain('192.0.2.1');
  });

  test('sends no message to a second node if the first is frozen', async ({
    besideFrozen,
    frozen,
    provider,
    customer,
  }) => {
    const send = async () => {
      const response = await fetch(`${besideFrozen.url}/api/66/send`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${customer.token}` },
        body: JSON.stringify({
          fromUserId: customer.id,
          toUserId: 1,
          text: 'Salam',
          imageUrl: null,
          timestamp: new Date().toISOString(),
        }),
      });
      return response.status;
    };
    const statuses = await Promise.all([send(), send(), send(), send()]);
    expect(new Set(statuses)).toEqual(new Set([200, 504]));
    const accepted = statuses.filter((status) => status === 200);
    expect(provider.conversation(customer.id)).toHaveLength(accepted.length);
    expect(frozen.received).toContain('POST /api/66/send ');
  });

  test('connects every customer to the hub if one node is frozen', async ({
    besideFrozen,
    frozen,
    provider,
  }) => {
    const negotiate = async (id: number) => {
      const token = provider.tokenFor({ id, username: `+99450${1_000_000 + id}` });
      const headers = { Authorization: `Bearer ${token}` };
      const url = `${besideFrozen.url}/chatHub66/negotiate?userId=${id}&negotiateVersion=1`;
      return (await requestRaw(url, { method: 'POST', headers })).status;
    };
    const ids = Array.from({ length: 12 }, (_, index) => 2_000 + index);
    const statuses = await Promise.all(ids.map(negotiate));
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(frozen.received).toContain('POST /chatHub66/negotiate');
    // nginx also sends the sockets to the working node, whichever node the customer belongs to.
    const sockets = await Promise.all(ids.map((id) => openSocket(besideFrozen, provider, id)));
    expect(provider.ledger.requests('upgrade')).toHaveLength(sockets.length);
    for (const socket of sockets) socket.terminate();
  });
});
