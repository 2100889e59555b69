import { hold } from '../../support/page/page';
import { imageFile } from '../../support/browser/images';
import { expect, PHONE, test, TRANSPORTS } from '../../support/deployment/aspnetFixtures';

for (const [transport, settings] of Object.entries(TRANSPORTS)) {
  test.describe(`Conversation over ${transport}`, () => {
    test.use({ settings });

    test('exchanges texts and images with the operator after signing in', async ({
      login,
      chat,
      host,
    }) => {
      await login.open();
      await login.signIn(PHONE.slice(4));
      await chat.waitUntilConnected();
      const { control } = host;
      const { id } = await control.signIn(PHONE);
      await expect.poll(() => control.connections()).toEqual([{ customerId: id, transport }]);

      await chat.say('Salam ə <b> 😀');
      await chat.expectTexts('Salam ə <b> 😀');
      await control.operatorSays(id, 'Buyurun & "ə" 😀\u2028.');
      await chat.expectTexts('Salam ə <b> 😀', 'Buyurun & "ə" 😀\u2028.');
      await chat.pick(imageFile({ width: 40, height: 30 }));
      const image = chat.own.getByRole('img');
      await expect(image).toHaveJSProperty('naturalWidth', 40);

      const stored = await control.conversation(id);
      expect(stored.map(({ text }) => text)).toEqual(['Salam ə <b> 😀', expect.any(String), null]);
      const imageUrl = stored[2]?.imageUrl ?? '';
      await expect(image).toHaveAttribute('src', `${host.url}/${imageUrl}`);
      await control.operatorSays(id, null, imageUrl);
      await expect(chat.incoming.getByRole('img')).toHaveJSProperty('naturalWidth', 40);
      await expect(chat.messages).toHaveCount(4);

      const typed = { target: 'SendTyping', arguments: [id, 1] };
      const sent = { target: 'SendMessage', arguments: [stored[0]].map(withZone) };
      await expect.poll(() => control.invocations()).toEqual(expect.arrayContaining([typed, sent]));
    });

    test('shows missed messages once and in order after a reconnect', async ({
      chat,
      host,
      customer,
      page,
      log,
    }) => {
      // A POST that the client still sends to the aborted connection gets a 404.
      log.expectErrors();
      const { control } = host;
      await chat.openWith(customer.token);
      await chat.waitUntilConnected();
      await control.operatorSays(customer.id, 'birinci');
      await chat.expectTexts('birinci');
      const negotiation = await hold(page, '**/chatHub66/negotiate?*');
      await control.abort();
      await negotiation.requested;
      await expect(chat.connection).toHaveText('Yenidən qoşulur');
      await control.operatorSays(customer.id, 'ikinci');
      await control.operatorSays(customer.id, 'üçüncü');
      negotiation.release();
      await chat.waitUntilConnected();
      await chat.expectTexts('birinci', 'ikinci', 'üçüncü');
      await control.operatorSays(customer.id, 'dördüncü');
      await chat.expectTexts('birinci', 'ikinci', 'üçüncü', 'dördüncü');
      await chat.say('beşinci');
      await chat.expectTexts('birinci', 'ikinci', 'üçüncü', 'dördüncü', 'beşinci');
      await expect
        .poll(() => control.connections())
        .toEqual([{ customerId: customer.id, transport }]);
    });
  });
}

/** The message with a zone in its timestamp, as the client sends it; the stored one has none. */
const withZone = (message?: { timestamp: string }): unknown =>
  message && { ...message, timestamp: `${message.timestamp}Z` };
