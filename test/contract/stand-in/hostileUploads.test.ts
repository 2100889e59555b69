import { PNG, RestClient } from '../support/restClient';
import { openStandIn, type StandIn } from '../support/standIn';

let standIn: StandIn;
beforeAll(async () => {
  standIn = await openStandIn();
});
afterAll(() => standIn.provider.stop());

const GENERATED_NAME = /^uploads\/[0-9a-f-]{36}\.(png|jpg|gif|webp)$/;

async function upload(bytes: Buffer, name?: string): Promise<string> {
  const response = await standIn.client.upload(bytes, name);
  expect(response.status).toBe(200);
  return ((await response.json()) as { imageUrl: string }).imageUrl;
}

describe('upload', () => {
  test.each([
    ['an HTML page', '<!doctype html><script>alert(1)</script>'],
    ['an SVG with a script', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
    ['a script', 'alert(1)'],
    ['a PDF', '%PDF-1.7'],
    ['a ZIP archive', 'PK\x03\x04'],
    ['an executable', 'MZ\x90\x00'],
    ['a PNG’s name alone', 'PNG'],
    ['a PNG after another byte', ` ${PNG.toString('latin1')}`],
    ['an empty file', ''],
  ])('rejects %s, whatever its name', async (_, content) => {
    for (const name of ['a.png', 'a.html', 'a.png.html', '../../a.png']) {
      const response = await standIn.client.upload(Buffer.from(content, 'latin1'), name);
      expect([400, 415]).toContain(response.status);
    }
  });

  test.each([
    ['a.html', 'a.html'],
    ['../../../etc/passwd', '../../../etc/passwd'],
    ['with a null character', 'a.png\u0000.html'],
    ['<script>.png', '<script>.png'],
    ['CON', 'CON'],
    ['with 5,000 characters', 'a'.repeat(5_000)],
  ])('stores an image named %s under a generated name', async (_, name) => {
    expect(await upload(PNG, name)).toMatch(GENERATED_NAME);
  });

  test('serves an image that contains HTML as an image only', async () => {
    const both = Buffer.concat([PNG, Buffer.from('<script>alert(1)</script>')]);
    const response = await fetch(`${standIn.provider.url}/${await upload(both, 'a.html')}`);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    });
  });

  test('serves no other files from the image folder or outside of it', async () => {
    const imageUrl = await upload(PNG);
    const paths = [
      '',
      '.',
      '..%2f..%2fpackage.json',
      `${imageUrl.slice(8)}%00`,
      '__proto__',
      'constructor',
    ];
    for (const name of paths) {
      const response = await fetch(`${standIn.provider.url}/uploads/${name}`);
      expect([name, response.status]).toEqual([name, 404]);
    }
  });

  test('rejects a file over the limit', async () => {
    const tooLarge = Buffer.concat([PNG, Buffer.alloc(20 * 1024 * 1024)]);
    const response = await standIn.client.upload(tooLarge).catch(() => undefined);
    expect(response?.status ?? 400).toBe(400);
  });

  test('rejects an upload without a valid token', async () => {
    const signedOut = new RestClient(standIn.provider, { id: standIn.customer.id, token: '' });
    expect((await signedOut.upload(PNG)).status).toBe(401);
  });
});
