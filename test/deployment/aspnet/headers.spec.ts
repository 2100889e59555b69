import { brotliDecompressSync } from 'node:zlib';
import { uploadImage } from '../../support/browser/images';
import { findDeviations, headerTable, requestRaw } from '../../support/deployment/headers';
import {
  aspnetTest as test,
  BUILD_FOLDER,
  expect,
  mainScript,
} from '../../support/deployment/fixtures';

test.describe('The app served by ASP.NET Core', () => {
  test.use({ settings: { webroot: BUILD_FOLDER } });

  test('has each header of the table once', async ({ host, customer: { id, token } }) => {
    const upload = `/${await uploadImage(host, token)}`;
    const rows = headerTable({ script: mainScript(), upload, customerId: id });
    expect(await findDeviations(host.url, token, rows)).toEqual([]);
  });

  test('has a compressed page, script and history', async ({ host, customer: { id, token } }) => {
    for (let count = 0; count < 50; count += 1) await host.control.operatorSays(id, 'a');
    for (const path of ['/chat', mainScript(), `/api/66/messages/${id}`]) {
      const headers = { 'Accept-Encoding': 'br', Authorization: `Bearer ${token}` };
      const { headers: sent, body } = await requestRaw(host.url + path, { headers });
      expect(sent['content-encoding'], path).toEqual(['br']);
      expect(body.length, path).toBeLessThan(brotliDecompressSync(body).length);
    }
  });
});
