import { uploadImage } from '../../support/browser/images';
import { expect, nginxTest as test } from '../../support/deployment/fixtures';
import {
  expectCompression,
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
    await expectResponses(request, nginx.url, token, headerTable(upload, id));
    await provider.stop();
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

  test('are compressed', async ({ nginx, provider, customer }) => {
    provider.store(customer.id, { text: 'Salam' });
    await expectCompression(nginx.url, customer);
  });
});
