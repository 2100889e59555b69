import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { uploadImage } from '../../support/browser/images';
import { bearer } from '../../support/contract/clients';
import { BUILD_FOLDER } from '../../support/deployment/builds';
import { expect, nginxTest as test } from '../../support/deployment/fixtures';
import { getRaw } from '../../support/deployment/getRaw';
import {
  expectCompressedCopies,
  expectResponses,
  headerTable,
  type Row,
} from '../../support/deployment/headers';

test.describe('Responses of nginx', () => {
  test('have each header of the table once, also while the provider is down', async ({
    provider,
    customer,
    nginx,
    request,
  }) => {
    const { id, token } = customer;
    const upload = `/${await uploadImage(provider, customer)}`;
    const rows = headerTable(upload, id);
    await expectResponses(request, nginx.url, token, rows);
    await provider.goDown();
    const failed = headerTable('/uploads/b.png', id)
      .filter(([call]) => /\/(api|chatHub66|uploads)/.test(call))
      .map(([call, , headers]): Row => [call, 502, headers, /^text\/html\b/]);
    await expectResponses(request, nginx.url, token, failed);
  });

  test('redirect from plain HTTP to TLS, with path and query', async ({ nginx, request }) => {
    const url = `${nginx.redirectUrl}/chat?a=b`;
    const response = await request.get(url, { maxRedirects: 0 });
    expect(response.status()).toBe(301);
    expect(response.headers()).toMatchObject({
      location: 'https://localhost/chat?a=b',
      server: 'nginx',
    });
  });

  test('are compressed for page and history', async ({ nginx, provider, customer, request }) => {
    for (let count = 0; count < 100; count += 1) provider.store(customer.id, { text: 'Salam' });
    for (const url of ['/chat', `/api/66/messages/${customer.id}`]) {
      const headers = { 'Accept-Encoding': 'gzip', ...bearer(customer) };
      const response = await request.get(nginx.url + url, { headers });
      expect(response.headers()['content-encoding'], url).toBe('gzip');
      expect(response.headers().vary, url).toContain('Accept-Encoding');
    }
    // nginx's default is level 1.
    const fasterLevel = gzipSync(readFileSync(path.join(BUILD_FOLDER, 'index.html')), { level: 4 });
    const { body } = await getRaw(`${nginx.url}/`, { 'Accept-Encoding': 'gzip' });
    expect(body.length).toBeLessThan(fasterLevel.length);
  });

  test('hold for precompressed files, with their Content-Type', ({ nginx }) =>
    expectCompressedCopies(nginx.url));
});
