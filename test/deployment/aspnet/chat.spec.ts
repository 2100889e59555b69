import { imageFile } from '../../support/browser/images';
import { aspnetTest as test, expect } from '../../support/deployment/fixtures';
import { ChatScreen } from '../../support/page/chatScreen';

/** Host settings under which a browser uses each transport. */
const TRANSPORTS = {
  WebSockets: 'WebSockets',
  ServerSentEvents: 'ServerSentEvents,LongPolling',
  LongPolling: 'LongPolling',
};

for (const [transport, Transports] of Object.entries(TRANSPORTS)) {
  test.describe(`Conversation behind nginx over ${transport}`, () => {
    test.use({ settings: { Transports } });

    test('exchanges texts and images with the operator, and has them after a reload', async ({
      page,
      login,
      server,
      nginx,
      customer,
    }) => {
      const chatScreen = new ChatScreen(page);
      const { id, phone } = customer;
      await page.goto('/some/deep/path?a=b');
      await login.logIn(phone.slice(4));
      await chatScreen.waitUntilConnected();
      await expect.poll(() => server.connections()).toContainEqual({ customerId: id, transport });
      await chatScreen.say('Salam ə <b> 😀');
      await chatScreen.expectTexts('Salam ə <b> 😀');
      await server.operatorSays(id, 'Buyurun & "ə" 😀\u2028.');
      await chatScreen.expectTexts('Salam ə <b> 😀', 'Buyurun & "ə" 😀\u2028.');
      await chatScreen.pick(imageFile({ width: 40, height: 30 }));
      await expect(chatScreen.own.getByRole('img')).toHaveJSProperty('naturalWidth', 40);
      const stored = await server.conversation(customer);
      expect(stored.map(({ text }) => text)).toEqual(['Salam ə <b> 😀', expect.any(String), null]);
      await server.operatorSays(id, null, stored[2]?.imageUrl ?? '');
      await expect(chatScreen.incoming.getByRole('img')).toHaveJSProperty('naturalWidth', 40);

      await page.reload();
      await chatScreen.waitUntilConnected();
      await expect(chatScreen.messages).toHaveCount(4);
      const protocols = await page.evaluate(() =>
        performance
          .getEntriesByType('resource')
          .map((entry) => (entry as PerformanceResourceTiming).nextHopProtocol),
      );
      expect(protocols).toContain('h2');
      expect(nginx.logs()).toContain('"GET /chat" 200 ');
      // The host's log has its default level.
      expect(server.program.output()).toContain('Now listening on');
      expect(nginx.logs() + server.program.output()).not.toMatch(/eyJ|access_token/);
    });
  });
}

test.describe('CloseOnAuthenticationExpiration', () => {
  // On a busy machine, a page needs several seconds to connect.
  const settings = { CloseOnAuthenticationExpiration: true, TokenLifetimeSeconds: 15 };
  test.use({ settings });

  // For five minutes after the expiry, the host accepts a new connection and closes it at once.
  test('keeps the chat usable and reconnects after the retry delays', async ({
    server,
    customer,
    page,
    log,
  }) => {
    const chatScreen = new ChatScreen(page);
    log.expectErrors();
    let connects = 0;
    page.on('websocket', () => (connects += 1));
    await chatScreen.openWith(customer.token);
    await chatScreen.waitUntilConnected();
    await expect.poll(() => connects).toBeGreaterThan(2);
    await server.operatorSays(customer.id, 'birinci');
    await chatScreen.say('ikinci');
    await expect(chatScreen.messages).toHaveCount(2);
    await expect(page).toHaveURL('/chat');
  });
});
