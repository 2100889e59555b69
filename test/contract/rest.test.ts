import { Api, PNG } from './api';
import { openTarget, postJson, type Session, type Target } from './target';

let target: Target;
let ayla: Session;
let api: Api;

beforeAll(async () => {
  target = await openTarget();
  ayla = await target.customer('+994501112233');
  api = new Api(target, ayla);
});
afterAll(() => target.stop());

const WS_FEDERATION = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims';

describe('login', () => {
  it('answers a signed token with id, name and expiry', () => {
    const [header = '', payload = ''] = ayla.token.split('.');
    expect(JSON.parse(Buffer.from(header, 'base64url').toString())).toMatchObject({ alg: 'HS256' });
    expect(JSON.parse(Buffer.from(payload, 'base64url').toString())).toMatchObject({
      [`${WS_FEDERATION}/nameidentifier`]: String(ayla.id),
      [`${WS_FEDERATION}/name`]: '+994501112233',
      exp: expect.any(Number) as number,
    });
  });

  it('knows a phone number again, and tells two apart', async () => {
    expect((await target.customer('+994501112233')).id).toBe(ayla.id);
    const other = await target.customer('+994501112244');
    expect(other.id).not.toBe(ayla.id);
    expect(Math.min(ayla.id, other.id)).toBeGreaterThan(1);
  });
});

describe('messages and send', () => {
  it('keeps what was sent, in order, in the names and form of the contract', async () => {
    const fresh = await target.customer('+994501112255');
    const own = new Api(target, fresh);
    expect(await (await own.messages()).json()).toEqual([]);
    expect((await own.send({ text: 'Bir ə ö ğ <b>' })).status).toBe(200);
    expect((await own.send({ text: null, imageUrl: 'uploads/x.png' })).status).toBe(200);
    expect(await (await own.messages()).json()).toEqual([
      {
        fromUserId: fresh.id,
        toUserId: 1,
        text: 'Bir ə ö ğ <b>',
        imageUrl: null,
        timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,7})?$/) as string,
      },
      expect.objectContaining({ text: null, imageUrl: 'uploads/x.png' }),
    ]);
  });

  it('takes field names in any case', async () => {
    const message = {
      FromUserId: ayla.id,
      TOUSERID: 1,
      Text: 'x',
      timestamp: '2024-03-05T08:30:00Z',
    };
    const answer = await postJson(`${target.url}/api/66/send`, message, ayla.token);
    expect(answer.status).toBe(200);
  });

  it('keeps customers apart', async () => {
    const other = await target.customer('+994501112266');
    expect((await api.messages(other.id)).status).toBe(403);
    expect((await api.messages(1)).status).toBe(403);
    expect((await api.send({ fromUserId: other.id })).status).toBe(403);
    expect((await api.send({ fromUserId: 1, toUserId: ayla.id })).status).toBe(403);
    expect((await api.send({ toUserId: other.id })).status).toBe(403);
    expect(await (await new Api(target, other).messages()).json()).toEqual([]);
  });
});

describe('upload and images', () => {
  it('stores a picture under a name of its own and serves it so that it can only be shown', async () => {
    const answer = await api.upload(PNG, '../../etc/passwd.html');
    const { imageUrl } = (await answer.json()) as { imageUrl: string };
    expect(imageUrl).toMatch(/^uploads\/[\w-]+\.png$/);
    const image = await fetch(`${target.url}/${imageUrl}`);
    expect(image.status).toBe(200);
    expect(image.headers.get('Content-Type')).toBe('image/png');
    expect(image.headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(image.headers.get('Content-Security-Policy')).toContain('sandbox');
    expect(Buffer.from(await image.arrayBuffer())).toEqual(PNG);
  });

  it.each([
    ['jpg', Buffer.from('ffd8ffe000104a464946', 'hex')],
    ['gif', Buffer.from('GIF89a......')],
    ['webp', Buffer.from('RIFF\x04\x00\x00\x00WEBPVP8 ', 'latin1')],
  ])('tells a %s by its content, not by its name', async (extension, bytes) => {
    const { imageUrl } = (await (await api.upload(bytes, 'a.svg')).json()) as { imageUrl: string };
    expect(imageUrl).toMatch(new RegExp(`\\.${extension}$`));
  });
});

describe('tokens', () => {
  const calls: [string, string][] = [
    ['GET', '/api/66/messages/2'],
    ['POST', '/api/66/send'],
    ['POST', '/api/66/upload'],
    ['POST', '/chatHub66/negotiate?userId=2&negotiateVersion=1'],
    ['GET', '/chatHub66?userId=2&id=x'],
  ];
  const call = (method: string, path: string, headers: Record<string, string>) =>
    fetch(target.url + path, { method, headers });

  it.each(calls)('%s %s wants one', async (method, path) => {
    const answer = await call(method, path, {});
    expect(answer.status).toBe(401);
    expect(answer.headers.get('WWW-Authenticate')).toBe('Bearer');
  });

  it.each(calls)('%s %s refuses one that was tampered with', async (method, path) => {
    const forged = ayla.token.slice(0, -4) + (ayla.token.endsWith('AAAA') ? 'BBBB' : 'AAAA');
    const answer = await call(method, path, { Authorization: `Bearer ${forged}` });
    expect(answer.status).toBe(401);
    expect(answer.headers.get('WWW-Authenticate')).toMatch(/^Bearer error="invalid_token"/);
  });

  it('does not take one from the query, except for the hub', async () => {
    const token = encodeURIComponent(ayla.token);
    const path = `/api/66/messages/${ayla.id}?access_token=${token}`;
    expect((await call('GET', path, {})).status).toBe(401);
    const hub = `/chatHub66/negotiate?userId=${ayla.id}&access_token=${token}`;
    expect((await call('POST', hub, {})).status).toBe(200);
  });
});

describe('cross-origin requests', () => {
  const origin = 'http://localhost:8080';

  it('are let in with credentials from the very origin that asks', async () => {
    const answer = await fetch(`${target.url}/api/66/messages/${ayla.id}`, {
      headers: { Origin: origin, Authorization: `Bearer ${ayla.token}` },
    });
    expect(answer.headers.get('Access-Control-Allow-Origin')).toBe(origin);
    expect(answer.headers.get('Access-Control-Allow-Credentials')).toBe('true');
  });

  it.each(['GET', 'POST', 'DELETE'])(
    'may ask beforehand for %s and the client’s headers',
    async (method) => {
      const wanted = ['authorization', 'content-type', 'x-requested-with', 'x-signalr-user-agent'];
      const answer = await fetch(`${target.url}/chatHub66/negotiate`, {
        method: 'OPTIONS',
        headers: {
          Origin: origin,
          'Access-Control-Request-Method': method,
          'Access-Control-Request-Headers': wanted.join(','),
        },
      });
      expect(answer.status).toBe(204);
      expect(answer.headers.get('Access-Control-Allow-Origin')).toBe(origin);
      expect(answer.headers.get('Access-Control-Allow-Methods')).toContain(method);
      const allowed = answer.headers.get('Access-Control-Allow-Headers')?.toLowerCase() ?? '';
      expect(allowed.split(',').map((name) => name.trim())).toEqual(expect.arrayContaining(wanted));
    },
  );
});
