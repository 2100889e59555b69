import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readdirSync } from 'node:fs';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { uploadImage } from '../../support/browser/images';
import { makeCertificate } from '../../support/deployment/certificate';
import { expect, test } from '../../support/deployment/nginxFixtures';
import { findDeviations, pathKinds, requestRaw } from '../../support/deployment/headerTable';
import { hasBrotli, Nginx } from '../../support/deployment/nginx';

test.describe('Responses of nginx', () => {
  for (const scheme of ['http', 'https']) {
    test(`have each header of the table once over ${scheme}`, async ({
      provider,
      customer,
      webRoot,
    }, { outputDir }) => {
      const tls = scheme === 'https' ? { tls: makeCertificate(outputDir) } : {};
      const nginx = await Nginx.start({ webRoot, nodes: [provider.url], ...tls });
      const script = readdirSync(webRoot).find((name) => /^main\..*\.js$/.test(name)) ?? '';
      const upload = await uploadImage(provider, customer.token);
      const kinds = pathKinds({ script: `/${script}`, upload: `/${upload}`, customer });
      expect(await findDeviations(nginx.url, kinds)).toEqual([]);
      await nginx.stop();
    });
  }

  test('have the same headers while the provider is down', async ({
    provider,
    customer,
    nginx,
  }) => {
    const script = '/main.000000000000.js';
    const kinds = pathKinds({ script, upload: '/uploads/b.png', customer });
    await provider.goDown();
    const proxied = kinds
      .filter(({ path }) => /^\/(api|chatHub66|uploads)/.test(path))
      .map((kind) => ({ ...kind, status: 502, type: /^text\/html\b/ }));
    expect(await findDeviations(nginx.url, proxied)).toEqual([]);
  });

  test('redirect from plain HTTP to TLS, with path and query', async ({ nginx }) => {
    const response = await requestRaw(`${nginx.redirectUrl}/chat?a=b`);
    expect(response.status).toBe(301);
    expect(response.headers.location).toEqual(['https://chat.example.az/chat?a=b']);
    expect(response.headers.server).toEqual(['nginx']);
  });

  test('come from the app for its server name if there is a default site', async ({
    provider,
    webRoot,
  }) => {
    const nginx = await Nginx.start({ webRoot, nodes: [provider.url], hasDefaultSite: true });
    const statusFor = async (host: string) =>
      (await requestRaw(nginx.url, { headers: { Host: host } })).status;
    expect(await statusFor('chat.example.az')).toBe(200);
    expect(await statusFor('other.example.az')).toBe(418);
    await nginx.stop();
  });

  test('are compressed for the page and the history', async ({ nginx, provider, customer }) => {
    for (let count = 0; count < 100; count += 1) provider.store(customer.id, { text: 'Salam' });
    for (const path of ['/chat', `/api/66/messages/${customer.id}`]) {
      const headers = { 'Accept-Encoding': 'gzip', Authorization: `Bearer ${customer.token}` };
      const { headers: sent, body } = await requestRaw(`${nginx.url}${path}`, { headers });
      expect(sent['content-encoding'], path).toEqual(['gzip']);
      expect(sent.vary?.join(), path).toContain('Accept-Encoding');
      expect(body.length, path).toBeLessThan(gunzipSync(body).length);
    }
  });

  test('hold the compressed copy of the manifest', async ({ nginx }) => {
    const url = `${nginx.url}/manifest.webmanifest`;
    const encoding = hasBrotli() ? 'br' : 'gzip';
    const { headers, body } = await requestRaw(url, { headers: { 'Accept-Encoding': encoding } });
    expect(headers['content-encoding']).toEqual([encoding]);
    const text = encoding === 'br' ? brotliDecompressSync(body) : gunzipSync(body);
    expect(JSON.parse(text.toString())).toHaveProperty('icons');
  });
});

test.describe('An uploaded SVG with a script', () => {
  const SVG =
    '<svg xmlns="http://www.w3.org/2000/svg"><script>' +
    'document.documentElement.setAttribute("data-stolen", localStorage.token)</script></svg>';

  test('runs no script on the page’s own origin', async ({ page, webRoot }) => {
    // A careless provider takes the type from the file name and sends no other header.
    const careless = createServer((_request, response) => {
      response.writeHead(200, { 'Content-Type': 'image/svg+xml' }).end(SVG);
    });
    await new Promise<void>((resolve) => careless.listen(0, '127.0.0.1', resolve));
    const node = `http://127.0.0.1:${(careless.address() as AddressInfo).port}`;
    const nginx = await Nginx.start({ webRoot, nodes: [node] });
    await page.goto(`${nginx.url}/favicon.svg`);
    await page.evaluate(() => localStorage.setItem('token', 'secret'));
    await page.goto(`${nginx.url}/uploads/a.svg`);
    await expect(page.locator('svg')).toHaveCount(1);
    await expect(page.locator('[data-stolen]')).toHaveCount(0);
    await nginx.stop();
    careless.closeAllConnections();
    careless.close();
  });
});
