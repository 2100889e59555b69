import { uploadImage } from '../../support/browser/images';
import { expect, nginxTest as test } from '../../support/deployment/fixtures';

for (const transport of ['WebSockets', 'ServerSentEvents', 'LongPolling'] as const) {
  test(`The chat behind nginx sends and receives over ${transport}, also after a reload`, async ({
    page,
    chat,
    login,
    provider,
    customer,
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
    const sent = () =>
      provider.ledger.of('invocation').filter(({ target }) => target === 'SendMessage');
    await expect.poll(sent).toMatchObject([{ outcome: 'completed' }]);
    chat.operatorSays(null, await uploadImage(provider, customer));
    await expect(chat.messages.getByRole('img')).toHaveJSProperty('naturalWidth', 320);
    await page.reload();
    await chat.waitUntilConnected();
    await expect(chat.messages).toHaveCount(3);
    const opened = provider.ledger.of('opened').map((entry) => entry.transport);
    expect(opened).toEqual([transport, transport]);
    const protocols = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .map((entry) => (entry as PerformanceResourceTiming).nextHopProtocol),
    );
    expect(protocols).toContain('h2');
    expect(nginx.logs()).toContain('"GET /chat" 200 ');
    expect(nginx.logs()).not.toMatch(/eyJ|access_token/);
    expect(new URL(page.url()).pathname).toBe('/chat');
  });
}
