import { hold } from '../browser/hold';
import { picture } from '../browser/pictures';
import { expect, PHONE, test, TRANSPORTS } from './fixtures';

for (const [transport, settings] of Object.entries(TRANSPORTS)) {
  test.describe(`over ${transport}`, () => {
    test.use({ settings });

    test('a customer signs in and talks with the operator', async ({ login, chat, host, page }) => {
      await login.open();
      await login.type(PHONE.slice(4));
      await login.phone.press('Enter');
      await chat.isConnected();
      const { control } = host;
      const { id } = await control.signIn(PHONE);
      expect(await control.connections()).toEqual([{ customerId: id, transport }]);

      await chat.say('Salam ə <b> 😀');
      await chat.shows('Salam ə <b> 😀');
      await control.operatorSays(id, 'Buyurun & "ə" 😀\u2028.');
      await chat.shows('Salam ə <b> 😀', 'Buyurun & "ə" 😀');
      const dialog = page.waitForEvent('filechooser');
      await chat.attach.click();
      await (await dialog).setFiles(picture({ width: 40, height: 30 }));
      const image = chat.own.getByRole('img');
      await expect(image).toHaveJSProperty('naturalWidth', 40);

      const stored = await control.conversation(id);
      expect(stored.map(({ text }) => text)).toEqual(['Salam ə <b> 😀', expect.any(String), null]);
      const imageUrl = stored[2]?.imageUrl ?? '';
      await expect(image).toHaveAttribute('src', `${host.url}/${imageUrl}`);
      await control.operatorSays(id, null, imageUrl);
      await expect(chat.others.getByRole('img')).toHaveJSProperty('naturalWidth', 40);
      await expect(chat.messages).toHaveCount(4);

      const typed = { target: 'SendTyping', arguments: [id, 1] };
      const sent = { target: 'SendMessage', arguments: [stored[0]].map(withZone) };
      await expect.poll(() => control.invocations()).toEqual(expect.arrayContaining([typed, sent]));
    });

    test('what was missed appears once and in order', async ({
      chat,
      host,
      customer,
      page,
      log,
    }) => {
      // What the client still posts to a connection that was aborted is answered with 404.
      log.expectErrors();
      const { control } = host;
      await chat.openWith(customer.token);
      await chat.isConnected();
      await control.operatorSays(customer.id, 'birinci');
      await chat.shows('birinci');
      const negotiation = await hold(page, '**/chatHub66/negotiate?*');
      await control.abort();
      await negotiation.asked;
      await expect(chat.connection).toHaveText('Yenidən qoşulur');
      await control.operatorSays(customer.id, 'ikinci');
      await control.operatorSays(customer.id, 'üçüncü');
      negotiation.release();
      await chat.isConnected();
      await chat.shows('birinci', 'ikinci', 'üçüncü');
      await control.operatorSays(customer.id, 'dördüncü');
      await chat.say('beşinci');
      await chat.shows('birinci', 'ikinci', 'üçüncü', 'dördüncü', 'beşinci');
      expect(await control.connections()).toEqual([{ customerId: customer.id, transport }]);
    });
  });
}

/** The client's time carries a zone, also where the stored one does not. */
const withZone = (message?: { timestamp: string }): unknown =>
  message && { ...message, timestamp: `${message.timestamp}Z` };
