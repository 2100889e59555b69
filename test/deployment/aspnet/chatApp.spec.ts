import { readdirSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import { uploadImage } from '../../support/browser/images';
import { findDeviations, pathKinds, requestRaw } from '../../support/deployment/headerTable';
import { BUILD_FOLDER } from '../../support/deployment/buildFolders';
import { expect, test } from '../../support/deployment/aspnetFixtures';

test.describe('The app served by ASP.NET Core', () => {
  test.use({ settings: { webroot: BUILD_FOLDER } });

  test('has each header of the table once', async ({ host, customer }) => {
    const script = readdirSync(BUILD_FOLDER).find((name) => /^main\..*\.js$/.test(name)) ?? '';
    const imageUrl = await uploadImage(host, customer.token);
    const kinds = pathKinds({ script: `/${script}`, upload: `/${imageUrl}`, customer });
    expect(await findDeviations(host.url, kinds)).toEqual([]);
  });

  test('has a compressed page, script and history', async ({ host, customer }) => {
    for (let count = 0; count < 50; count += 1) await host.control.operatorSays(customer.id, 'a');
    const script = readdirSync(BUILD_FOLDER).find((name) => /^main\..*\.js$/.test(name)) ?? '';
    for (const path of ['/chat', `/${script}`, `/api/66/messages/${customer.id}`]) {
      const headers = { 'Accept-Encoding': 'br', Authorization: `Bearer ${customer.token}` };
      const { headers: sent, body } = await requestRaw(`${host.url}${path}`, { headers });
      expect(sent['content-encoding'], path).toEqual(['br']);
      expect(body.length, path).toBeLessThan(brotliDecompressSync(body).length);
    }
  });

  test('sends and receives', async ({ page, chat, host, customer }) => {
    await chat.openWith(customer.token, '/some/deep/path');
    await chat.waitUntilConnected();
    await chat.say('Salam');
    await chat.expectTexts('Salam');
    await host.control.operatorSays(customer.id, 'Necəsiniz?');
    await chat.expectTexts('Salam', 'Necəsiniz?');
    expect(new URL(page.url()).pathname).toBe('/chat');
  });
});
