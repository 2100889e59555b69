import { expect, test } from '../support/browser/fixtures';
import { storedToken } from '../support/page/page';
import { imageFile } from '../support/browser/images';

test.describe('REST calls (S7)', () => {
  test('go to /api/66 on the provider host, with credentials and a Bearer header', async ({
    page,
    context,
    chat,
    login,
    provider,
  }) => {
    await context.addCookies([{ name: 'route', value: 'a', url: provider.url }]);
    const headers = new Map<string, Promise<Record<string, string>>>();
    page.on('request', (request) => {
      if (request.url().startsWith(`${provider.url}/api/`)) {
        headers.set(`${request.method()} ${new URL(request.url()).pathname}`, request.allHeaders());
      }
    });
    await login.open();
    await login.signIn('501234567');
    await chat.waitUntilConnected();
    await chat.pick(imageFile());
    await expect(chat.own).toHaveCount(1);
    const { id } = provider.customerFor('+994501234567');
    expect([...headers.keys()]).toEqual([
      'POST /api/66/login',
      `GET /api/66/messages/${id}`,
      'POST /api/66/upload',
      'POST /api/66/send',
    ]);
    const token = await storedToken(page);
    for (const [call, sent] of headers) {
      expect((await sent).cookie, call).toBe('route=a');
      const bearer = call.endsWith('login') ? undefined : `Bearer ${token}`;
      expect((await sent).authorization, call).toBe(bearer);
    }
    const statuses = provider.ledger.of('request').map(({ call, status }) => [call, status]);
    expect(statuses.filter(([, status]) => status !== 200 && status !== 204)).toEqual([
      ['upgrade', 101],
    ]);
  });
});
