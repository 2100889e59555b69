import {
  PNG,
  RestClient,
  openTarget,
  postJson,
  signIn,
  type Session,
  type Target,
} from '../../support/contract/clients';

let target: Target;
let ayla: Session;
let client: RestClient;

beforeAll(async () => {
  target = await openTarget();
  ayla = await signIn(target.url, '+994501112233');
  client = new RestClient(target, ayla);
});
afterAll(() => target.stop());

describe('login', () => {
  test('responds 400 to an incomplete phone number', async () => {
    const login = { username: '+99450111223', password: '' };
    expect((await postJson(`${target.url}/api/66/login`, login)).status).toBe(400);
  });
});

describe('send and messages', () => {
  test('store and return messages in order, in the format of the contract', async () => {
    const fresh = await signIn(target.url, '+994501112255');
    const own = new RestClient(target, fresh);
    expect(await (await own.messages()).json()).toEqual([]);
    expect((await own.send({ text: 'Bir ə ö ğ <b> 😀' })).status).toBe(200);
    const { imageUrl } = (await (await own.upload(PNG)).json()) as { imageUrl: string };
    expect((await own.send({ text: null, imageUrl })).status).toBe(200);
    expect(await (await own.messages()).json()).toEqual([
      {
        fromUserId: fresh.id,
        toUserId: 1,
        text: 'Bir ə ö ğ <b> 😀',
        imageUrl: null,
        timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,7})?$/) as string,
      },
      expect.objectContaining({ text: null, imageUrl }),
    ]);
  });

  test('respond 400 to a lone surrogate', async () =>
    expect((await client.send({ text: 'a\ud83d b' })).status).toBe(400));
});

describe('upload', () => {
  test.each([
    ['jpg', Buffer.from('ffd8ffe000104a464946', 'hex')],
    ['gif', Buffer.from('GIF89a......')],
    ['webp', Buffer.from('RIFF\x04\x00\x00\x00WEBPVP8 ', 'latin1')],
  ])('detects a %s file by its content, not by its name', async (extension, bytes) => {
    const response = await client.upload(bytes, 'a.svg');
    const imageUrl = expect.stringMatching(`\\.${extension}$`) as string;
    expect(await response.json()).toEqual({ imageUrl });
  });

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
  const call = (method: string, path: string) => fetch(target.url + path, { method });

  test('accepts a token in the query for the hub only', async () => {
    const token = encodeURIComponent(ayla.token);
    const path = `/api/66/messages/${ayla.id}?access_token=${token}`;
    expect((await call('GET', path)).status).toBe(401);
    const hub = `/chatHub66/negotiate?userId=${ayla.id}&access_token=${token}`;
    expect((await call('POST', hub)).status).toBe(200);
  });
});
