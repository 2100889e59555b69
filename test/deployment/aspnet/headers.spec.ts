import { once } from 'node:events';
import { statSync } from 'node:fs';
import { get, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import path from 'node:path';
import { uploadImage } from '../../support/browser/images';
import { bearer } from '../../support/contract/clients';
import { BUILD_FOLDER, mainScript } from '../../support/deployment/builds';
import { aspnetTest as test, expect } from '../../support/deployment/fixtures';
import { expectResponses, headerTable } from '../../support/deployment/headers';

/** Requests a URL. Playwright's own client decompresses the body, and fetch omits the length. */
async function rawGet(url: string, headers: OutgoingHttpHeaders): Promise<IncomingMessage> {
  const [response] = (await once(get(url, { headers }), 'response')) as [IncomingMessage];
  response.resume();
  return response;
}

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
        const length = statSync(path.join(BUILD_FOLDER, name + extension)).size;
        const { headers } = await rawGet(server.url + name, { 'Accept-Encoding': encoding });
        const { 'content-length': sent, 'content-encoding': sentEncoding } = headers;
        expect([sent, sentEncoding], name).toEqual([
          String(length),
          extension ? encoding : undefined,
        ]);
        expect(headers['content-type']).toMatch(type);
      }
  });

  test('keeps the token out of the log of the host', async ({ chatScreen, customer, server }) => {
    await chatScreen.openWith(customer.token);
    await chatScreen.waitUntilConnected();
    await chatScreen.say('Salam');
    await expect(chatScreen.messages).toHaveCount(1);
    expect(server.program.output()).toContain('Now listening on');
    expect(server.program.output()).not.toContain(customer.token.slice(-20));
    expect(server.program.output()).not.toContain('access_token');
  });
});
