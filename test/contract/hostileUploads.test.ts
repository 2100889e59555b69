import { Api, PNG } from './api';
import { openStandIn, type StandIn } from './standIn';

let standIn: StandIn;
beforeAll(async () => {
  standIn = await openStandIn();
});
afterAll(() => standIn.provider.stop());

const NAME = /^uploads\/[0-9a-f-]{36}\.(png|jpg|gif|webp)$/;

async function uploaded(bytes: Buffer, name?: string): Promise<string> {
  const answer = await standIn.api.upload(bytes, name);
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { imageUrl: string }).imageUrl;
}

test.each([
  ['a page', '<!doctype html><script>alert(1)</script>'],
  ['a drawing', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
  ['a script', 'alert(1)'],
  ['a document', '%PDF-1.7'],
  ['an archive', 'PK\x03\x04'],
  ['a program', 'MZ\x90\x00'],
  ['a picture’s name alone', 'PNG'],
  ['a picture behind something else', ` ${PNG.toString('latin1')}`],
  ['nothing', ''],
])('%s is no picture, whatever its name', async (_, content) => {
  for (const name of ['a.png', 'a.html', 'a.png.html', '../../a.png']) {
    const answer = await standIn.api.upload(Buffer.from(content, 'latin1'), name);
    expect([400, 415]).toContain(answer.status);
  }
});

test.each([
  'a.html',
  '../../../etc/passwd',
  'a.png\u0000.html',
  '<script>.png',
  'CON',
  'a'.repeat(5_000),
])('a picture named %j gets a name of the server’s', async (name) => {
  expect(await uploaded(PNG, name)).toMatch(NAME);
});

test('a picture that is a page as well is served as a picture, and a browser can only show it', async () => {
  const both = Buffer.concat([PNG, Buffer.from('<script>alert(1)</script>')]);
  const answer = await fetch(`${standIn.provider.url}/${await uploaded(both, 'a.html')}`);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'image/png',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
  });
});

test('nothing but a picture is found in the folder of pictures, nor beside it', async () => {
  const imageUrl = await uploaded(PNG);
  const tries = [
    '',
    '.',
    '..%2f..%2fpackage.json',
    `${imageUrl.slice(8)}%00`,
    '__proto__',
    'constructor',
  ];
  for (const name of tries) {
    const answer = await fetch(`${standIn.provider.url}/uploads/${name}`);
    expect([name, answer.status]).toEqual([name, 404]);
  }
});

test('an upload without an end, or over the limit, is refused', async () => {
  const tooLarge = Buffer.concat([PNG, Buffer.alloc(20 * 1024 * 1024)]);
  const answer = await standIn.api.upload(tooLarge).catch(() => undefined);
  expect(answer?.status ?? 400).toBe(400);
});

test('an upload of nobody’s is refused', async () => {
  const nobody = new Api(standIn.provider, { id: standIn.customer.id, token: '' });
  expect((await nobody.upload(PNG)).status).toBe(401);
});
