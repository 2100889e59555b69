import { expect, test } from './fixtures';

const IN_BAKU = { hour: '2-digit', minute: '2-digit', timeZone: 'Asia/Baku' } as const;
const WRITTEN = { Unspecified: /\.\d+$/, Utc: /Z$/, Local: /\+04:00$/ };

for (const [kind, form] of Object.entries(WRITTEN)) {
  test.describe(`times of kind ${kind}`, () => {
    test.use({ settings: { DateTimeKind: kind as keyof typeof WRITTEN } });

    test('are shown in the customer’s own time, live and stored', async ({
      chat,
      host,
      customer,
      page,
    }) => {
      await chat.openWith(customer.token);
      await chat.isConnected();
      await chat.say('Salam');
      await expect(chat.own).toHaveCount(1);
      await host.control.operatorSays(customer.id, 'Buyurun');
      await chat.shows('Salam', 'Buyurun');
      const stored = await host.control.conversation(customer.id);
      const shown = stored.map(({ timestamp }) => {
        expect(timestamp).toMatch(form);
        const zoned = kind === 'Unspecified' ? `${timestamp}Z` : timestamp;
        return new Date(zoned).toLocaleTimeString('az', IN_BAKU);
      });
      await expect(chat.messages).toContainText(shown);
      await page.reload();
      await chat.isConnected();
      await chat.shows('Salam', 'Buyurun');
      await expect(chat.messages).toContainText(shown);
    });
  });
}
