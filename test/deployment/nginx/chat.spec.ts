import { CustomerChat } from '../../support/browser/customerChat';
import { uploadImage } from '../../support/browser/images';
import type { TransportName } from '../../stand-in/hub/transports/transport';
import { makeCertificate } from '../../support/deployment/certificate';
import { expect, test } from '../../support/deployment/nginxFixtures';
import { Nginx } from '../../support/deployment/nginx';

const TRANSPORTS: TransportName[] = ['WebSockets', 'ServerSentEvents', 'LongPolling'];

const ORIGINS = [
  { providerOrigin: 'same', name: 'the page’s own origin' },
  { providerOrigin: 'other', name: 'another origin' },
] as const;

for (const { providerOrigin, name } of ORIGINS) {
  test.describe(`Chat behind nginx, provider on ${name}`, () => {
    test.use({ providerOrigin });

    for (const transport of TRANSPORTS) {
      test(`sends and receives over ${transport}, also after a reload`, async ({
        page,
        chat,
        login,
        provider,
        nginx,
      }) => {
        provider.switches.transports = [transport];
        await page.goto('/some/deep/path?a=b');
        await login.signIn('501234567');
        await chat.waitUntilConnected();
        await chat.say('Salam');
        await chat.expectTexts('Salam');
        chat.operatorSays('Necəsiniz?');
        await chat.expectTexts('Salam', 'Necəsiniz?');
        await expect
          .poll(() =>
            provider.ledger.of('invocation').filter(({ target }) => target === 'SendMessage'),
          )
          .toMatchObject([{ outcome: 'completed' }]);
        await page.reload();
        await chat.waitUntilConnected();
        await chat.expectTexts('Salam', 'Necəsiniz?');
        const opened = provider.ledger.of('opened').map((entry) => entry.transport);
        expect(opened).toEqual([transport, transport]);
        expect(nginx.logs()).toContain('"GET /chat" 200 ');
        expect(nginx.logs()).not.toMatch(/eyJ|access_token/);
        const { pathname } = new URL(page.url());
        expect(pathname).toBe('/chat');
      });
    }

    test('shows an image from the operator', async ({ chat, provider, customer }) => {
      const imageUrl = await uploadImage(provider, customer.token);
      await chat.open();
      provider.operator.send(customer.id, { imageUrl });
      await expect(chat.messages.getByRole('img')).toHaveJSProperty('naturalWidth', 320);
    });
  });
}

test.describe('Chat behind nginx over TLS', () => {
  test.use({ ignoreHTTPSErrors: true });

  test('sends and receives, over HTTP/2 and a WebSocket', async ({
    page,
    provider,
    customer,
    webRoot,
  }, { outputDir }) => {
    const tls = makeCertificate(outputDir);
    const nginx = await Nginx.start({ webRoot, nodes: [provider.url], tls });
    await page.goto(`${nginx.url}/favicon.svg`);
    await page.evaluate((token) => localStorage.setItem('token', token), customer.token);
    const chat = new CustomerChat(page, provider, customer);
    await page.goto(`${nginx.url}/chat`);
    await chat.waitUntilConnected();
    await chat.say('Salam');
    await chat.expectTexts('Salam');
    chat.operatorSays('Necəsiniz?');
    await chat.expectTexts('Salam', 'Necəsiniz?');
    const protocols = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .map((entry) => (entry as PerformanceResourceTiming).nextHopProtocol),
    );
    expect(protocols).toContain('h2');
    expect(nginx.logs()).not.toMatch(/eyJ|access_token/);
    await nginx.stop();
  });
});
