import { readFileSync } from 'node:fs';
import path from 'node:path';
import { uploadImage } from '../../support/browser/images';
import { bearer } from '../../support/contract/clients';
import { BUILD_FOLDER, mainScript } from '../../support/deployment/builds';
import { aspnetTest as test, expect } from '../../support/deployment/fixtures';
import { getRaw } from '../../support/deployment/getRaw';
import { expectResponses, headerTable } from '../../support/deployment/headers';

test.describe('The app served by ASP.NET Core', () => {
  test.use({ settings: { webroot: BUILD_FOLDER } });

  test('has each header of the table once', async ({
    server,
    customer: { id, token },
    request,
  }) => {
    const upload = `/${await uploadImage(server, token)}`;
    const rows = headerTable(upload, id);
    await expectResponses(request, server.url, token, rows);
  });

  test('has a compressed page and history', async ({ server, customer, request }) => {
    await server.operatorSays(customer.id, 'Salam');
    for (const path of ['/chat', `/api/66/messages/${customer.id}`]) {
      const response = await request.get(server.url + path, { headers: bearer(customer) });
      expect(response.headers()['content-encoding'], path).toBe('br');
    }
  });

  test('has the compressed copies of other files, of their type', async ({ server }) => {
    for (const [name, type] of [
      [mainScript(), /^text\/javascript/],
      ['/manifest.webmanifest', /^application\/manifest\+json/],
    ] as const)
      for (const [encoding, extension] of [
        ['br', '.br'],
        ['gzip', '.gz'],
        ['identity', ''],
      ] as const) {
        const sent = await getRaw(server.url + name, { 'Accept-Encoding': encoding });
        expect(sent.headers['content-encoding'], name).toBe(extension ? encoding : undefined);
        expect(sent.headers['content-type'], name).toMatch(type);
        expect(sent.body.equals(readFileSync(path.join(BUILD_FOLDER, name + extension)))).toBe(
          true,
        );
      }
  });
});
