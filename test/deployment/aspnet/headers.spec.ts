import { uploadImage } from '../../support/browser/images';
import { BUILD_FOLDER } from '../../support/deployment/builds';
import { aspnetTest as test } from '../../support/deployment/fixtures';
import { expectCompression, expectResponses, headerTable } from '../../support/deployment/headers';

test.describe('Responses of ASP.NET Core, which serves the app', () => {
  test.use({ settings: { webroot: BUILD_FOLDER } });

  test('have each header once, and are compressed', async ({ server, customer, request }) => {
    const upload = `/${await uploadImage(server, customer)}`;
    const rows = headerTable(upload, customer.id);
    await expectResponses(request, server.url, customer.token, rows);
    await server.operatorSays(customer.id, 'Salam');
    await expectCompression(server.url, customer);
  });
});
