import {
  ID_CLAIM,
  PNG,
  RestClient,
  openTarget,
  postJson,
  type Session,
  type Target,
} from '../../support/contract/clients';

let target: Target;
let ayla: Session;
let client: RestClient;

beforeAll(async () => {
  target = await openTarget();
  ayla = await target.signIn('+994501112233');
  client = new RestClient(target, ayla);
});
afterAll(() => target.stop());

describe('login', () => {
  test('returns a signed token with id, name and expiry', () => {
    const [header = '', payload = ''] = ayla.token.split('.');
    expect(JSON.parse(Buffer.from(header, 'base64url').toString())).toMatchObject({ alg: 'HS256' });
    expect(JSON.parse(Buffer.from(payload, 'base64url').toString())).toMatchObject({
      [ID_CLAIM]: String(ayla.id),
      [ID_CLAIM.replace('nameidentifier', 'name')]: '+994501112233',
      exp: expect.any(Number) as number,
    });
  });

  test('returns the same customer id for the same phone number only', async () => {
    expect((await target.signIn('+994501112233')).id).toBe(ayla.id);
    const other = await target.signIn('+994501112244');
    expect(other.id).not.toBe(ayla.id);
    expect(Math.min(ayla.id, other.id)).toBeGreaterThan(1);
  });

  test('responds 400 to an incomplete phone number', async () => {
    const login = { username: '+99450111223', password: '' };
    expect((await postJson(`${target.url}/api/66/login`, login)).status).toBe(400);
  });
});

describe('send and messages', () => {
  test('store and return messages in order, in the format of the contract', async () => {
    const fresh = await target.signIn('+994501112255');
    const own = new RestClient(target, fresh);
    expect(await (await own.messages()).json()).toEqual([]);
    expect((await own.send({ text: 'Bir ə ö ğ <b> 😀' })).status).toBe(200);
    expect((await own.send({ text: null, imageUrl: 'uploads/x.png' })).status).toBe(200);
    expect(await (await own.messages()).json()).toEqual([
      {
        fromUserId: fresh.id,
        toUserId: 1,
        text: 'Bir ə ö ğ <b> 😀',
        imageUrl: null,
        timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,7})?$/) as string,
      },
      expect.objectContaining({ text: null, imageUrl: 'uploads/x.png' }),
    ]);
  });

  test('respond 400 to a lone surrogate', async () =>
    expect((await client.send({ text: 'a\ud83d b' })).status).toBe(400));

  test('respond 403 to the id of another customer', async () => {
    const other = await target.signIn('+994501112266');
    expect((await client.messages(other.id)).status).toBe(403);
    expect((await client.messages(1)).status).toBe(403);
    expect((await client.send({ fromUserId: other.id })).status).toBe(403);
    expect((await client.send({ fromUserId: 1, toUserId: ayla.id })).status).toBe(403);
    expect((await client.send({ toUserId: other.id })).status).toBe(403);
    expect(await (await new RestClient(target, other).messages()).json()).toEqual([]);
  });
});

describe('upload', () => {
  test('stores an image under a generated name and serves it with restrictive headers', async () => {
    const response = await client.upload(PNG, '../../etc/passwd.html');
    const { imageUrl } = (await response.json()) as { imageUrl: string };
    expect(imageUrl).toMatch(/^uploads\/[\w-]+\.png$/);
    const image = await fetch(`${target.url}/${imageUrl}`);
    expect(image.status).toBe(200);
    expect(image.headers.get('Content-Type')).toBe('image/png');
    expect(image.headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(image.headers.get('Content-Security-Policy')).toContain('sandbox');
    expect(Buffer.from(await image.arrayBuffer())).toEqual(PNG);
  });

  test.each([
    ['jpg', Buffer.from('ffd8ffe000104a464946', 'hex')],
    ['gif', Buffer.from('GIF89a......')],
    ['webp', Buffer.from('RIFF\x04\x00\x00\x00WEBPVP8 ', 'latin1')],
  ])('detects a %s file by its content, not by its name', async (extension, bytes) => {
    const response = await client.upload(bytes, 'a.svg');
    const imageUrl = expect.stringMatching(`\\.${extension}$`) as string;
    expect(await response.json()).toEqual({ imageUrl });
  });

  test.each([
    ['a file that is no image', 'a.png', Buffer.from('<!doctype html>')],
    ['an SVG', 'a.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ])('rejects %s', async (_, name, bytes) =>
    expect([400, 415]).toContain((await client.upload(bytes, name)).status),
  );

  test('rejects a file over 20 MB', async () => {
    const tooLarge = Buffer.concat([PNG, Buffer.alloc(20 * 1024 * 1024)]);
    // The provider may close the connection while the client still sends.
    const response = await client.upload(tooLarge).catch(() => undefined);
    expect(response?.status ?? 400).toBe(400);
  });

  test('responds 404 to an unknown image', async () =>
    expect((await fetch(`${target.url}/uploads/nothing.png`)).status).toBe(404));
});

describe('authorization', () => {
  const calls: [string, string][] = [
    ['GET', '/api/66/messages/2'],
    ['POST', '/api/66/send'],
    ['POST', '/api/66/upload'],
    ['POST', '/chatHub66/negotiate?userId=2&negotiateVersion=1'],
    ['GET', '/chatHub66?userId=2&id=x'],
  ];
  const call = (method: string, path: string, headers: Record<string, string>) =>
    fetch(target.url + path, { method, headers });

  test.each(calls)('%s %s responds 401 without a token, and to a forged one', async (...args) => {
    const forged = ayla.token.slice(0, -4) + (ayla.token.endsWith('AAAA') ? 'BBBB' : 'AAAA');
    expect((await call(...args, {})).status).toBe(401);
    expect((await call(...args, { Authorization: `Bearer ${forged}` })).status).toBe(401);
  });

  test('accepts a token in the query for the hub only', async () => {
    const token = encodeURIComponent(ayla.token);
    const path = `/api/66/messages/${ayla.id}?access_token=${token}`;
    expect((await call('GET', path, {})).status).toBe(401);
    const hub = `/chatHub66/negotiate?userId=${ayla.id}&access_token=${token}`;
    expect((await call('POST', hub, {})).status).toBe(200);
  });
});

describe('CORS', () => {
  const origin = 'http://localhost:8080';

  test('allows credentials for the origin of the request', async () => {
    const response = await fetch(`${target.url}/api/66/messages/${ayla.id}`, {
      headers: { Origin: origin, Authorization: `Bearer ${ayla.token}` },
    });
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe(origin);
    expect(response.headers.get('Access-Control-Allow-Credentials')).toBe('true');
  });

  test('preflight allows the methods and headers of the SignalR client', async () => {
    const methods = ['GET', 'POST', 'DELETE'];
    const names = ['authorization', 'content-type', 'x-requested-with', 'x-signalr-user-agent'];
    for (const method of methods) {
      const { status, headers } = await fetch(`${target.url}/chatHub66/negotiate`, {
        method: 'OPTIONS',
        headers: {
          Origin: origin,
          'Access-Control-Request-Method': method,
          'Access-Control-Request-Headers': names.join(','),
        },
      });
      expect(status).toBe(204);
      expect(headers.get('Access-Control-Allow-Origin')).toBe(origin);
      expect(headers.get('Access-Control-Allow-Methods')).toContain(method);
      const allowed = headers.get('Access-Control-Allow-Headers')?.toLowerCase() ?? '';
      expect(allowed.split(/, ?/)).toEqual(expect.arrayContaining(names));
    }
  });
});
