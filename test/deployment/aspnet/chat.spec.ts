import { imageFile } from '../../support/browser/images';
import { aspnetTest as test, expect, PHONE, TRANSPORTS } from '../../support/deployment/fixtures';
import type { Host, HostSettings } from '../../support/deployment/host';

/** Counts the connections that the hub has accepted. */
async function countConnects(host: Host): Promise<number> {
  const all = await host.control.invocations();
  return all.filter(({ target }) => target === 'OnConnectedAsync').length;
}

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
      // The stored timestamp has no zone.
      const message = { ...stored[0], timestamp: `${stored[0]?.timestamp}Z` };
      const sent = { target: 'SendMessage', arguments: [message] };
      await expect.poll(() => control.invocations()).toEqual(expect.arrayContaining([typed, sent]));
    });

    test('reconnects once after the hub has refused a message over 32 KB', async ({
      chat,
      host,
      customer,
      log,
    }) => {
      // A POST that the client still sends to the closed connection gets a 404.
      log.expectErrors();
      await chat.openWith(customer.token);
      await chat.waitUntilConnected();
      const long = 'ə'.repeat(20_000);
      await chat.say(long);
      await chat.expectTexts(long);
      await expect.poll(() => countConnects(host)).toBe(2);
      await chat.waitUntilConnected();
      await host.control.operatorSays(customer.id, 'ikinci');
      await chat.expectTexts(long, 'ikinci');
      expect(await host.control.conversation(customer.id)).toHaveLength(2);
      expect(await countConnects(host)).toBe(2);
    });
  });
}

test('An image over the host’s limit fails, and leaves the chat usable', async ({
  chat,
  host,
  customer,
  log,
}) => {
  await chat.openWith(customer.token);
  await chat.waitUntilConnected();
  const buffer = Buffer.alloc(25 * 1024 * 1024);
  await chat.pick({ name: 'şəkil.png', mimeType: 'image/png', buffer });
  // The host responds and closes while the file is still in flight; the browser sees either.
  const failure = /^Sending an image failed: (400|FETCH_ERROR)$/;
  const failures = () => log.lines.filter((line) => failure.test(line));
  await expect.poll(failures).toHaveLength(1);
  log.expectErrors(...failures());
  await chat.say('birinci');
  await chat.expectTexts('birinci');
  expect(await host.control.conversation(customer.id)).toHaveLength(1);
});

const IN_BAKU = { hour: '2-digit', minute: '2-digit', timeZone: 'Asia/Baku' } as const;
/** How System.Text.Json writes a DateTime of each kind. */
const FORMATS = { Unspecified: /\.\d+$/, Utc: /Z$/, Local: /\+04:00$/ };

for (const [kind, format] of Object.entries(FORMATS)) {
  test.describe(`Timestamps of kind ${kind}`, () => {
    test.use({ settings: { DateTimeKind: kind } satisfies HostSettings });

    test('are shown in the customer’s time zone, live and after a reload', async ({
      chat,
      host,
      customer,
      page,
    }) => {
      await chat.openWith(customer.token);
      await chat.waitUntilConnected();
      await host.control.operatorSays(customer.id, 'Buyurun');
      const [stored] = await host.control.conversation(customer.id);
      expect(stored?.timestamp).toMatch(format);
      const zone = kind === 'Unspecified' ? 'Z' : '';
      const time = new Date(`${stored?.timestamp}${zone}`).toLocaleTimeString('az', IN_BAKU);
      await expect(chat.messages).toContainText(time);
      await page.reload();
      await chat.waitUntilConnected();
      await expect(chat.messages).toContainText(time);
    });
  });
}
