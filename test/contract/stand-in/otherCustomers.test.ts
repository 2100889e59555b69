import {
  HttpTransportType,
  HubConnectionBuilder,
  NullLogger,
  type HubConnection,
} from '@microsoft/signalr';
import { sign } from 'jsonwebtoken';
import { connect } from 'node:net';
import WebSocket from 'ws';
import { startProvider, type Provider } from '../../stand-in/provider';
import { makeMessage, RestClient } from '../support/restClient';
import { bearer, negotiatedUrl, negotiate, RAW_TRANSPORTS } from '../support/rawHub';
import { postJson, type Session } from '../support/target';

const SECRET = 'Bu yalnız mənimdir';

let provider: Provider;
/** The customer whose messages have to stay private. */
let owner: Session;
/** The customer who tries to read them. */
let attacker: Session;

beforeAll(async () => {
  provider = await startProvider();
  const signedIn = (phone: string) => {
    const { id } = provider.customerFor(phone);
    return { id, token: provider.tokenFor(phone) };
  };
  owner = signedIn('+994501234567');
  attacker = signedIn('+994557654321');
  provider.store(owner.id, { text: SECRET });
});
afterAll(() => provider.stop());

function createConnection({ url }: Provider, { id, token }: Session): HubConnection {
  const options = { transport: HttpTransportType.WebSockets, accessTokenFactory: () => token };
  return new HubConnectionBuilder()
    .withUrl(`${url}/chatHub66?userId=${id}`, options)
    .configureLogging(NullLogger.instance)
    .build();
}

/** Sends a request as raw text, because client libraries normalise paths. */
function sendRaw(line: string, headers: Record<string, string>): Promise<string> {
  const { hostname, port } = new URL(provider.url);
  const lines = Object.entries({ Host: `${hostname}:${port}`, ...headers, Connection: 'close' });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return new Promise((resolve, reject) => {
    let received = '';
    const socket = connect(Number(port), hostname, () => {
      socket.write(`${line} HTTP/1.1\r\n${head}\r\n`);
    });
    socket.on('data', (data: Buffer) => (received += data.toString('utf8')));
    socket.on('close', () => resolve(received)).on('error', reject);
  });
}

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const ID_CLAIM = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/nameidentifier';

/** Invalid tokens with the owner's id. */
function forgedTokens(): [string, string][] {
  const claims = { [ID_CLAIM]: String(owner.id) };
  const [header = '', payload = '', signature = ''] = attacker.token.split('.');
  return [
    ['unsigned', `${encode({ alg: 'none' })}.${encode(claims)}.`],
    ['signed with another key', sign(claims, 'another key')],
    ['signed by another algorithm', sign(claims, 'another key', { algorithm: 'HS512' })],
    ['with another payload', `${header}.${encode(claims)}.${signature}`],
    ['without its signature', `${header}.${payload}.`],
    ['expired', provider.tokenFor('+994501234567', { expiresInSeconds: -60 })],
    ['with a fraction as id', `${header}.${encode({ [ID_CLAIM]: owner.id + 0.5 })}.${signature}`],
  ];
}

describe('messages of another customer', () => {
  test('are returned to their owner', async () => {
    expect(await (await new RestClient(provider, owner).messages()).text()).toContain(SECRET);
  });

  test.each([
    'messages/ID',
    'messages/0ID',
    'messages/+ID',
    'messages/ID.0',
    'messages/%20ID',
    'messages/ID%00',
    'messages/ID?userId=OWN',
    'messages/OWN/../ID',
    'messages/OWN%2f..%2fID',
    'messages/OWN,ID',
    'messages/ID;OWN',
    'messages//ID',
    'Messages/ID/',
    'messages/*',
    'messages/-1',
    'messages/',
  ])('are not returned to GET %s', async (path) => {
    const filledPath = path.replace('ID', String(owner.id)).replace('OWN', String(attacker.id));
    const response = await sendRaw(`GET /api/66/${filledPath}`, bearer(attacker));
    expect(response).not.toContain(SECRET);
    expect(response).toMatch(/^HTTP\/1\.1 (400|403|404) /);
  });

  test.each(['POST', 'PUT', 'DELETE', 'HEAD', 'TRACE'])(
    'are not returned to %s',
    async (method) => {
      const response = await sendRaw(`${method} /api/66/messages/${owner.id}`, bearer(attacker));
      expect(response).not.toContain(SECRET);
      expect(response).toMatch(/^HTTP\/1\.1 40[35] /);
    },
  );

  test('are not returned to headers that name the owner', async () => {
    const headers = {
      'X-User-Id': String(owner.id),
      'X-Original-URL': '/',
      Cookie: `token=${owner.id}`,
    };
    const response = await sendRaw(`GET /api/66/messages/${owner.id}`, {
      ...bearer(attacker),
      ...headers,
    });
    expect(response).toMatch(/^HTTP\/1\.1 403 /);
  });

  test('are not accessible with a forged token, in any call or negotiate', async () => {
    for (const [, token] of forgedTokens()) {
      const forged = { id: owner.id, token };
      const client = new RestClient(provider, forged);
      const responses = [
        client.messages(),
        client.send({}),
        client.upload(Buffer.from('')),
        negotiate(provider, forged),
      ];
      expect((await Promise.all(responses)).map(({ status }) => status)).toEqual([
        401, 401, 401, 401,
      ]);
    }
    expect(provider.conversation(owner.id)).toHaveLength(1);
  });

  test('are not returned for a token in the query', async () => {
    const path = `/api/66/messages/${owner.id}?access_token=${owner.token}`;
    expect((await fetch(provider.url + path)).status).toBe(401);
  });

  test('cannot be sent to or from', async () => {
    const client = new RestClient(provider, attacker);
    const changes = [
      { fromUserId: owner.id },
      { fromUserId: 1, toUserId: owner.id },
      { toUserId: owner.id },
    ];
    for (const change of changes) expect((await client.send(change)).status).toBe(403);
    const twice = `{"fromUserId":${attacker.id},"FROMUSERID":${owner.id},"toUserId":1,"text":"a","timestamp":"2026-01-01T00:00:00Z"}`;
    const response = await fetch(`${provider.url}/api/66/send`, {
      method: 'POST',
      headers: { ...bearer(attacker), 'Content-Type': 'application/json' },
      body: twice,
    });
    expect(response.status).toBe(403);
    expect(provider.conversation(owner.id)).toHaveLength(1);
  });

  test('are not returned by the control API to another origin or host', async () => {
    const path = `/control/conversation/${owner.id}`;
    const other = { Origin: 'https://evil.example' };
    expect(await sendRaw(`GET ${path}`, other)).toMatch(/^HTTP\/1\.1 403 /);
    expect(await sendRaw(`GET ${path}`, { Host: 'evil.example' })).toMatch(/^HTTP\/1\.1 403 /);
  });
});

describe('hub of another customer', () => {
  test('responds 403 to negotiate with the owner’s id', async () => {
    expect((await negotiate(provider, { ...attacker, id: owner.id })).status).toBe(403);
    expect((await negotiate(provider, { ...owner, id: attacker.id })).status).toBe(403);
    const twice = `${provider.url}/chatHub66/negotiate?userId=${owner.id}&userId=${attacker.id}`;
    expect((await fetch(twice, { method: 'POST', headers: bearer(attacker) })).status).toBe(403);
  });

  test.each(['text/event-stream', '*/*'])(
    'responds 403 to requests with the owner’s id that accept %s',
    async (accept) => {
      const url = await negotiatedUrl(provider, attacker);
      const asOwner = url.replace(`userId=${attacker.id}`, `userId=${owner.id}`);
      const headers = { ...bearer(attacker), Accept: accept };
      expect((await fetch(asOwner, { headers })).status).toBe(403);
      expect((await fetch(asOwner, { headers, method: 'POST', body: 'a' })).status).toBe(403);
      expect((await fetch(asOwner, { headers, method: 'DELETE' })).status).toBe(403);
    },
  );

  test('responds 403 to a WebSocket with the owner’s id', async () => {
    const url = (await negotiatedUrl(provider, attacker)).replace('http', 'ws');
    const asOwner = url.replace(`userId=${attacker.id}`, `userId=${owner.id}`);
    const outcome = (address: string) =>
      new Promise((resolve) => {
        const socket = new WebSocket(address, { headers: bearer(attacker) });
        socket.on('error', (error) => resolve(error.message));
        socket.on('open', () => {
          socket.terminate();
          resolve('connected');
        });
      });
    expect(await outcome(asOwner)).toBe('Unexpected server response: 403');
  });

  test.each(Object.entries(RAW_TRANSPORTS))(
    'delivers none of the owner’s messages over %s, even with the owner’s connection token',
    async (_, open) => {
      const handshake = '{"protocol":"json","version":1}\x1e';
      const hub = await open(provider, attacker);
      await hub.send(handshake);
      await hub.hear(3);
      provider.operator.send(owner.id, { text: SECRET });
      provider.operator.send(attacker.id, { text: 'Sizə' });
      const received = await hub.hear(110);
      expect(received).toContain('Sizə');
      expect(received).not.toContain(SECRET);
      hub.leave();

      const claimedUrl = (await negotiatedUrl(provider, owner)).replace(
        `userId=${owner.id}`,
        `userId=${attacker.id}`,
      );
      const stream = await fetch(claimedUrl, {
        headers: { ...bearer(attacker), Accept: 'text/event-stream' },
      });
      expect(stream.status).toBe(200);
      await fetch(claimedUrl, { method: 'POST', headers: bearer(attacker), body: handshake });
      await provider.ledger.waitFor(
        (entry) => entry.kind === 'opened' && entry.customerId === attacker.id,
      );
      expect(provider.hub.connections(owner.id)).toEqual([]);
      await stream.body?.cancel();
    },
  );

  test('rejects messages and typing with the owner’s id', async () => {
    const hub = createConnection(provider, attacker);
    await hub.start();
    const senders: number[] = [];
    provider.hub.events
      .on('message', (id) => senders.push(id))
      .on('typing', (id) => senders.push(id));
    const message = hub.invoke('SendMessage', makeMessage(owner.id));
    await expect(message).rejects.toThrow('not the caller’s own');
    await expect(hub.invoke('SendTyping', owner.id, 1)).rejects.toThrow('not the caller');
    await hub.invoke('SendMessage', makeMessage(attacker.id));
    expect(senders).toEqual([attacker.id]);
    await hub.stop();
  });
});

describe('login', () => {
  test.each([
    ['another customer’s number after a space', ' +994501234567'],
    ['a list of numbers', ['+994501234567']],
    ['a number and a wildcard', '+99450123456%'],
  ])('with %s returns no token', async (_, username) => {
    const response = await postJson(`${provider.url}/api/66/login`, { username, password: '' });
    expect(response.status).toBe(400);
    expect(await response.text()).not.toContain('newtoken');
  });
});
