import { uploaded } from '../browser/pictures';
import type { TransportName } from '../provider/hub/transport';
import { expect, test } from './fixtures';

const TRANSPORTS: TransportName[] = ['WebSockets', 'ServerSentEvents', 'LongPolling'];

for (const origin of ['same', 'split'] as const) {
  test.describe(`behind nginx, with a provider on ${origin === 'same' ? 'the page’s own' : 'another'} origin`, () => {
    test.use({ origin });

    for (const transport of TRANSPORTS) {
      test(`the chat is live over ${transport}, both ways, and comes back`, async ({
        page,
        chat,
        login,
        provider,
        nginx,
      }) => {
        provider.switches.transports = [transport];
        await page.goto('/some/deep/path?a=b');
        await login.type('501234567');
        await login.phone.press('Enter');
        await chat.isConnected();
        await chat.say('Salam');
        await chat.shows('Salam');
        chat.operatorSays('Necəsiniz?');
        await chat.shows('Salam', 'Necəsiniz?');
        await expect
          .poll(() =>
            provider.ledger.of('invocation').filter(({ target }) => target === 'SendMessage'),
          )
          .toMatchObject([{ outcome: 'completed' }]);
        await page.reload();
        await chat.isConnected();
        await chat.shows('Salam', 'Necəsiniz?');
        const opened = provider.ledger.of('opened').map((entry) => entry.transport);
        expect(opened).toEqual([transport, transport]);
        expect(nginx.accessLog()).not.toMatch(/eyJ|access_token/);
        const { pathname } = new URL(page.url());
        expect(pathname).toBe('/chat');
      });
    }

    test('a picture is sent and shown', async ({ chat, provider, customer }) => {
      const imageUrl = await uploaded(provider, customer.token);
      await chat.open();
      provider.operator.send(customer.id, { imageUrl });
      await expect(chat.messages.getByRole('img')).toHaveJSProperty('naturalWidth', 320);
    });
  });
}

test('the page is never cached, what it names always, and each says what a browser may do', async ({
  request,
}) => {
  const page = await request.get('/chat/deep');
  expect(page.headers()).toMatchObject({
    'content-type': 'text/html',
    'cache-control': 'no-cache',
    'content-security-policy': "frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=()',
  });
  const [script = ''] = /main\.[0-9a-f]{12}\.js/.exec(await page.text()) ?? [];
  const file = await request.get(`/${script}`);
  expect(file.headers()).toMatchObject({
    'content-type': 'application/javascript',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
  });
  const lost = await request.get('/main.000000000000.js');
  expect(lost.status()).toBe(404);
  expect(lost.headers()['cache-control']).toBeUndefined();
});
