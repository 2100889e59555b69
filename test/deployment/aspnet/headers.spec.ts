import { uploadImage } from '../../support/browser/images';
import { bearer } from '../../support/contract/clients';
import { BUILD_FOLDER } from '../../support/deployment/builds';
import { aspnetTest as test, expect } from '../../support/deployment/fixtures';
import {
  expectCompressedCopies,
  expectResponses,
  headerTable,
} from '../../support/deployment/headers';

test.describe('The app served by ASP.NET Core', () => {
  test.use({ settings: { webroot: BUILD_FOLDER } });

  test('has each header of the table once', async ({ server, customer, request }) => {
    const upload = `/${await uploadImage(server, customer)}`;
    const rows = headerTable(upload, customer.id);
    await expectResponses(request, server.url, customer.token, rows);
  });

  test('has a compressed page and history', async ({ server, customer, request }) => {
    await server.operatorSays(customer.id, 'Salam');
    for (const path of ['/chat', `/api/66/messages/${customer.id}`]) {
      const response = await request.get(server.url + path, { headers: bearer(customer) });
      expect(response.headers()['content-encoding'], path).toBe('br');
    }
  });

  test('has precompressed files, with their Content-Type', ({ server }) =>
    expectCompressedCopies(server.url));
});
