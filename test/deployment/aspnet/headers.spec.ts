import { uploadImage } from '../../support/browser/images';
import { bearer } from '../../support/contract/clients';
import { BUILD_FOLDER, mainScript } from '../../support/deployment/builds';
import { aspnetTest as test, expect } from '../../support/deployment/fixtures';
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

  test('has a compressed page, script and history', async ({ server, customer, request }) => {
    await server.operatorSays(customer.id, 'Salam');
    for (const path of ['/chat', mainScript(), `/api/66/messages/${customer.id}`]) {
      const response = await request.get(server.url + path, { headers: bearer(customer) });
      expect(response.headers()['content-encoding'], path).toBe('br');
    }
  });
});
