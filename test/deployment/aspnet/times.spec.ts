import { expect, test } from '../../support/deployment/aspnetFixtures';

const IN_BAKU = { hour: '2-digit', minute: '2-digit', timeZone: 'Asia/Baku' } as const;
/** How System.Text.Json writes a DateTime of each kind. */
const FORMATS = { Unspecified: /\.\d+$/, Utc: /Z$/, Local: /\+04:00$/ };

for (const [kind, format] of Object.entries(FORMATS)) {
  test.describe(`Timestamps of kind ${kind}`, () => {
    test.use({ settings: { DateTimeKind: kind as keyof typeof FORMATS } });

    test('are shown in the customer’s time zone, live and after a reload', async ({
      chat,
      host,
      customer,
      page,
    }) => {
      await chat.openWith(customer.token);
      await chat.waitUntilConnected();
      await chat.say('Salam');
      await expect(chat.own).toHaveCount(1);
      await host.control.operatorSays(customer.id, 'Buyurun');
      await chat.expectTexts('Salam', 'Buyurun');
      const stored = await host.control.conversation(customer.id);
      const shown = stored.map(({ timestamp }) => {
        expect(timestamp).toMatch(format);
        const withZone = kind === 'Unspecified' ? `${timestamp}Z` : timestamp;
        return new Date(withZone).toLocaleTimeString('az', IN_BAKU);
      });
      await expect(chat.messages).toContainText(shown);
      await page.reload();
      await chat.waitUntilConnected();
      await chat.expectTexts('Salam', 'Buyurun');
      await expect(chat.messages).toContainText(shown);
    });
  });
}
