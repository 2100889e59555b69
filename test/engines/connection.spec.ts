import { expect, test } from '../support/engines/fixtures';

test.describe('Live messages', () => {
  for (const transport of ['WebSockets', 'ServerSentEvents', 'LongPolling'] as const) {
    test(`arrive over ${transport}`, async ({ appTab, provider, customer }) => {
      provider.switches.transports = [transport];
      await appTab.openChat();
      expect(provider.hub.connections()).toHaveLength(1);
      provider.operator.send(customer.id, { text: 'Salam' });
      await appTab.expectTexts('Salam');
      await appTab.say('Sağ olun');
      await appTab.expectTexts('Salam', 'Sağ olun');
      const targets = () => provider.ledger.of('invocation').map(({ target }) => target);
      await expect.poll(targets).toContain('SendMessage');
    });
  }
});
