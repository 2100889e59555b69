import { HttpTransportType } from '@microsoft/signalr';
import { imageFile } from '../../support/browser/images';
import { createConnection } from '../../support/contract/clients';
import { aspnetTest as test, expect } from '../../support/deployment/fixtures';

/** Host settings under which a browser uses each transport. */
const TRANSPORTS = {
  WebSockets: 'WebSockets',
  ServerSentEvents: 'ServerSentEvents,LongPolling',
  LongPolling: 'LongPolling',
} as const;

for (const [transport, Transports] of Object.entries(TRANSPORTS)) {
  test.describe(`Conversation over ${transport}`, () => {
    test.use({ settings: { Transports } });

    test('exchanges texts and images with the operator after signing in', async ({
      login,
      chatScreen,
      server,
      customer,
    }) => {
      const { id, phone } = customer;
      const session = await server.operator();
      const operator = createConnection(
        server,
        session,
        HttpTransportType[transport as keyof typeof TRANSPORTS],
      );
      const received: unknown[] = [];
      for (const target of ['ReceiveMessage', 'ReceiveTyping'])
        operator.on(target, (...args: unknown[]) => received.push([target, ...args]));
      await operator.start();
      await login.open();
      await login.signIn(phone.slice(4));
      await chatScreen.waitUntilConnected();
      await expect.poll(() => server.connections()).toContainEqual({ customerId: id, transport });

      await chatScreen.say('Salam ə <b> 😀');
      await chatScreen.expectTexts('Salam ə <b> 😀');
      await server.operatorSays(id, 'Buyurun & "ə" 😀\u2028.');
      await chatScreen.expectTexts('Salam ə <b> 😀', 'Buyurun & "ə" 😀\u2028.');
      await chatScreen.pick(imageFile({ width: 40, height: 30 }));
      const image = chatScreen.own.getByRole('img');
      await expect(image).toHaveJSProperty('naturalWidth', 40);

      const stored = await server.conversation(customer);
      expect(stored.map(({ text }) => text)).toEqual(['Salam ə <b> 😀', expect.any(String), null]);
      const imageUrl = stored[2]?.imageUrl ?? '';
      await expect(image).toHaveAttribute('src', `${server.url}/${imageUrl}`);
      await server.operatorSays(id, null, imageUrl);
      await expect(chatScreen.incoming.getByRole('img')).toHaveJSProperty('naturalWidth', 40);
      await expect(chatScreen.messages).toHaveCount(4);

      // The stored timestamp has no zone.
      const sent = { ...stored[0], timestamp: `${stored[0]?.timestamp}Z` };
      const expected = [
        ['ReceiveTyping', id, 1],
        ['ReceiveMessage', sent],
      ];
      await expect.poll(() => received).toEqual(expect.arrayContaining(expected));
      // The host's log has its default level.
      expect(server.program.output()).toContain('Now listening on');
      expect(server.program.output()).not.toContain('access_token');
      await operator.stop();
    });
  });
}

test('An image over the host’s limit fails, and leaves the chat usable', async ({
  chatScreen,
  server,
  customer,
  log,
}) => {
  await chatScreen.openWith(customer.token);
  await chatScreen.waitUntilConnected();
  const buffer = Buffer.alloc(25 * 1024 * 1024);
  await chatScreen.pick({ name: 'şəkil.png', mimeType: 'image/png', buffer });
  // The host responds and closes while the file is still in flight; the browser sees either.
  const failure = /^Sending an image failed: (400|FETCH_ERROR)$/;
  const failures = () => log.lines.filter((line) => failure.test(line));
  await expect.poll(failures).toHaveLength(1);
  log.expectErrors(...failures());
  await chatScreen.say('birinci');
  await chatScreen.expectTexts('birinci');
  expect(await server.conversation(customer)).toHaveLength(1);
});

test.describe('CloseOnAuthenticationExpiration', () => {
  // On a busy machine, a page needs several seconds to connect.
  const settings = { CloseOnAuthenticationExpiration: true, TokenLifetimeSeconds: 15 };
  test.use({ settings });

  // For five minutes after the expiry, the host accepts a new connection and closes it at once.
  test('keeps the chat usable and reconnects after the retry delays', async ({
    chatScreen,
    server,
    customer,
    page,
    log,
  }) => {
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
