import { readFileSync } from 'node:fs';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { uploadImage } from '../../support/browser/images';
import {
  findDeviations,
  headerTable,
  requestRaw,
  type Row,
} from '../../support/deployment/headers';
import {
  BUILD_FOLDER,
  expect,
  mainScript,
  nginxTest as test,
} from '../../support/deployment/fixtures';

const DECOMPRESS = { gzip: gunzipSync, br: brotliDecompressSync };

test.describe('Responses of nginx', () => {
  test('have each header of the table once, also while the provider is down', async ({
    provider,
    customer: { id, token },
    nginx,
  }) => {
    const upload = `/${await uploadImage(provider, token)}`;
    const rows = headerTable({ script: mainScript(), upload, customerId: id });
    expect(await findDeviations(nginx.url, token, rows)).toEqual([]);
    await provider.goDown();
    const failed = headerTable({ script: mainScript(), upload: '/uploads/b.png', customerId: id })
      .filter(([request]) => /\/(api|chatHub66|uploads)/.test(request))
      .map(([request, , headers]): Row => [request, 502, headers, /^text\/html\b/]);
    expect(await findDeviations(nginx.url, token, failed)).toEqual([]);
  });

  test('redirect from plain HTTP to TLS, with path and query', async ({ nginx }) => {
    const response = await requestRaw(`${nginx.redirectUrl}/chat?a=b`);
    expect(response.status).toBe(301);
    expect(response.headers.location).toEqual(['https://chat.example.az/chat?a=b']);
    expect(response.headers.server).toEqual(['nginx']);
  });

  test('are compressed for the page and the history', async ({ nginx, provider, customer }) => {
    for (let count = 0; count < 100; count += 1) provider.store(customer.id, { text: 'Salam' });
    for (const path of ['/chat', `/api/66/messages/${customer.id}`]) {
      const headers = { 'Accept-Encoding': 'gzip', Authorization: `Bearer ${customer.token}` };
      const { headers: sent, body } = await requestRaw(nginx.url + path, { headers });
      expect(sent['content-encoding'], path).toEqual(['gzip']);
      expect(sent.vary?.join(), path).toContain('Accept-Encoding');
      expect(body.length, path).toBeLessThan(gunzipSync(body).length);
    }
  });

  test('hold the compressed copies of other files', async ({ nginx }) => {
    for (const name of [mainScript(), '/manifest.webmanifest'])
      for (const [encoding, decompress] of Object.entries(DECOMPRESS)) {
        const headers = { 'Accept-Encoding': encoding };
        const { headers: sent, body } = await requestRaw(nginx.url + name, { headers });
        expect(sent['content-encoding'], name).toEqual([encoding]);
        expect(decompress(body)).toEqual(readFileSync(path.join(BUILD_FOLDER, name)));
      }
  });
});
