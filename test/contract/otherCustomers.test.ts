import {
  HttpTransportType,
  HubConnectionBuilder,
  NullLogger,
  type HubConnection,
} from '@microsoft/signalr';
import { sign } from 'jsonwebtoken';
import { connect } from 'node:net';
import WebSocket from 'ws';
import { startProvider, type Provider } from '../provider/provider';
import { aMessage, Api } from './api';
import { bearer, hubUrl, negotiate, RAW_TRANSPORTS } from './rawHub';
import { postJson, type Session } from './target';

const SECRET = 'Bu yalnız mənimdir';

let provider: Provider;
/** Whose messages they are, and who is after them. */
let owner: Session;
let thief: Session;

beforeAll(async () => {
  provider = await startProvider();
  const signedIn = (phone: string) => {
    const { id } = provider.customerFor(phone);
    return { id, token: provider.tokenFor(phone) };
  };
  owner = signedIn('+994501234567');
  thief = signedIn('+994557654321');
  provider.store(owner.id, { text: SECRET });
});
afterAll(() => provider.stop());

/** A connection of the real client's. */
function connection({ url }: Provider, { id, token }: Session): HubConnection {
  const options = { transport: HttpTransportType.WebSockets, accessTokenFactory: () => token };
  return new HubConnectionBuilder()
    .withUrl(`${url}/chatHub66?userId=${id}`, options)
    .configureLogging(NullLogger.instance)
    .build();
}

/** Sends a request letter by letter, as no client library would. */
function ask(line: string, headers: Record<string, string>): Promise<string> {
  const { hostname, port } = new URL(provider.url);
  const lines = Object.entries({ Host: `${hostname}:${port}`, ...headers, Connection: 'close' });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return new Promise((resolve, reject) => {
    let heard = '';
    const socket = connect(Number(port), hostname, () => {
      socket.write(`${line} HTTP/1.1\r\n${head}\r\n`);
    });
    socket.on('data', (data: Buffer) => (heard += data.toString('utf8')));
    socket.on('close', () => resolve(heard)).on('error', reject);
  });
}

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const ID_CLAIM = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/nameidentifier';

/** Tokens that say they are the owner's, and are not. */
function forgeries(): [string, string][] {
  const claims = { [ID_CLAIM]: String(owner.id) };
  const [header = '', payload = '', signature = ''] = thief.token.split('.');
  return [
    ['unsigned', `${encode({ alg: 'none' })}.${encode(claims)}.`],
    ['signed with another key', sign(claims, 'another key')],
    ['signed by another algorithm', sign(claims, 'another key', { algorithm: 'HS512' })],
    ['with another payload', `${header}.${encode(claims)}.${signature}`],
    ['without its signature', `${header}.${payload}.`],
    ['expired', provider.tokenFor('+994501234567', { expiresInSeconds: -60 })],
    ['a fraction', `${header}.${encode({ [ID_CLAIM]: owner.id + 0.5 })}.${signature}`],
  ];
}

describe('the messages of another customer', () => {
  test('are their owner’s to read', async () => {
    expect(await (await new Api(provider, owner).messages()).text()).toContain(SECRET);
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
  ])('are not had by GET %s', async (path) => {
    const wanted = path.replace('ID', String(owner.id)).replace('OWN', String(thief.id));
    const answer = await ask(`GET /api/66/${wanted}`, bearer(thief));
    expect(answer).not.toContain(SECRET);
    expect(answer).toMatch(/^HTTP\/1\.1 (400|403|404) /);
  });

  test.each(['POST', 'PUT', 'DELETE', 'HEAD', 'TRACE'])('are not had by %s', async (method) => {
    const answer = await ask(`${method} /api/66/messages/${owner.id}`, bearer(thief));
    expect(answer).not.toContain(SECRET);
    expect(answer).toMatch(/^HTTP\/1\.1 40[35] /);
  });

  test('are not had by naming the owner in headers', async () => {
    const headers = {
      'X-User-Id': String(owner.id),
      'X-Original-URL': '/',
      Cookie: `token=${owner.id}`,
    };
    const answer = await ask(`GET /api/66/messages/${owner.id}`, { ...bearer(thief), ...headers });
    expect(answer).toMatch(/^HTTP\/1\.1 403 /);
  });

  test('are not had with a forged token, by any call or by the hub', async () => {
    for (const [, token] of forgeries()) {
      const forged = { id: owner.id, token };
      const api = new Api(provider, forged);
      const answers = [
        api.messages(),
        api.send({}),
        api.upload(Buffer.from('')),
        negotiate(provider, forged),
      ];
      expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([
        401, 401, 401, 401,
      ]);
    }
    expect(provider.conversation(owner.id)).toHaveLength(1);
  });

  test('are not had with a token in the address, where one has no business', async () => {
    const path = `/api/66/messages/${owner.id}?access_token=${owner.token}`;
    expect((await fetch(provider.url + path)).status).toBe(401);
  });

  test('cannot be added to', async () => {
    const api = new Api(provider, thief);
    const changes = [
      { fromUserId: owner.id },
      { fromUserId: 1, toUserId: owner.id },
      { toUserId: owner.id },
    ];
    for (const change of changes) expect((await api.send(change)).status).toBe(403);
    const twice = `{"fromUserId":${thief.id},"FROMUSERID":${owner.id},"toUserId":1,"text":"a","timestamp":"2026-01-01T00:00:00Z"}`;
    const answer = await fetch(`${provider.url}/api/66/send`, {
      method: 'POST',
      headers: { ...bearer(thief), 'Content-Type': 'application/json' },
      body: twice,
    });
    expect(answer.status).toBe(403);
    expect(provider.conversation(owner.id)).toHaveLength(1);
  });

  test('are not had by the paths of the tests from another page or host', async () => {
    const path = `/control/conversation/${owner.id}`;
    const other = { Origin: 'https://evil.example' };
    expect(await ask(`GET ${path}`, other)).toMatch(/^HTTP\/1\.1 403 /);
    expect(await ask(`GET ${path}`, { Host: 'evil.example' })).toMatch(/^HTTP\/1\.1 403 /);
  });
});

describe('the hub of another customer', () => {
  test('gives no place to who is not the owner', async () => {
    expect((await negotiate(provider, { ...thief, id: owner.id })).status).toBe(403);
    expect((await negotiate(provider, { ...owner, id: thief.id })).status).toBe(403);
    const twice = `${provider.url}/chatHub66/negotiate?userId=${owner.id}&userId=${thief.id}`;
    expect((await fetch(twice, { method: 'POST', headers: bearer(thief) })).status).toBe(403);
  });

  test.each(['text/event-stream', '*/*'])(
    'lets nobody in under another’s name, accepting %s',
    async (accept) => {
      const url = await hubUrl(provider, thief);
      const asOwner = url.replace(`userId=${thief.id}`, `userId=${owner.id}`);
      const headers = { ...bearer(thief), Accept: accept };
      expect((await fetch(asOwner, { headers })).status).toBe(403);
      expect((await fetch(asOwner, { headers, method: 'POST', body: 'a' })).status).toBe(403);
      expect((await fetch(asOwner, { headers, method: 'DELETE' })).status).toBe(403);
    },
  );

  test('lets no socket in under another’s name', async () => {
    const url = (await hubUrl(provider, thief)).replace('http', 'ws');
    const asOwner = url.replace(`userId=${thief.id}`, `userId=${owner.id}`);
    const outcome = (address: string) =>
      new Promise((resolve) => {
        const socket = new WebSocket(address, { headers: bearer(thief) });
        socket.on('error', (error) => resolve(error.message));
        socket.on('open', () => {
          socket.terminate();
          resolve('let in');
        });
      });
    expect(await outcome(asOwner)).toBe('Unexpected server response: 403');
  });

  test.each(Object.entries(RAW_TRANSPORTS))(
    'says nothing of the owner’s over %s, even at a place that the owner negotiated',
    async (_, open) => {
      const handshake = '{"protocol":"json","version":1}\x1e';
      const mine = await open(provider, thief);
      await mine.send(handshake);
      await mine.hear(3);
      provider.operator.send(owner.id, { text: SECRET });
      provider.operator.send(thief.id, { text: 'Sizə' });
      const heard = await mine.hear(110);
      expect(heard).toContain('Sizə');
      expect(heard).not.toContain(SECRET);
      mine.leave();

      const taken = (await hubUrl(provider, owner)).replace(
        `userId=${owner.id}`,
        `userId=${thief.id}`,
      );
      const stream = await fetch(taken, {
        headers: { ...bearer(thief), Accept: 'text/event-stream' },
      });
      expect(stream.status).toBe(200);
      await fetch(taken, { method: 'POST', headers: bearer(thief), body: handshake });
      await provider.ledger.waitFor(
        (entry) => entry.kind === 'opened' && entry.customerId === thief.id,
      );
      expect(provider.hub.connections(owner.id)).toEqual([]);
      await stream.body?.cancel();
    },
  );

  test('takes no message and no typing in another’s name', async () => {
    const hub = connection(provider, thief);
    await hub.start();
    const heard: number[] = [];
    provider.hub.events.on('message', (id) => heard.push(id)).on('typing', (id) => heard.push(id));
    const message = hub.invoke('SendMessage', aMessage(owner.id));
    await expect(message).rejects.toThrow('not the caller’s own');
    await expect(hub.invoke('SendTyping', owner.id, 1)).rejects.toThrow('not the caller');
    await hub.invoke('SendMessage', aMessage(thief.id));
    expect(heard).toEqual([thief.id]);
    await hub.stop();
  });
});

describe('a login', () => {
  test.each([
    ['another’s number with a space', ' +994501234567'],
    ['a list of numbers', ['+994501234567']],
    ['a number and a wildcard', '+99450123456%'],
  ])('with %s gives nobody’s token', async (_, username) => {
    const answer = await postJson(`${provider.url}/api/66/login`, { username, password: '' });
    expect(answer.status).toBe(400);
    expect(await answer.text()).not.toContain('newtoken');
  });
});
