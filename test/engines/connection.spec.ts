import { CHAT } from '../support/page/controls';
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

  test('that were missed while the server was down are shown once', async ({
    appTab,
    provider,
    customer,
    problems,
  }) => {
    problems.expect(/^(error|warn): /, /^reported: /);
    provider.store(customer.id, { text: 'birinci' });
    await appTab.openChat();
    await provider.goDown();
    await expect.poll(() => appTab.text(CHAT.connection)).toBe('Yenidən qoşulur');
    provider.store(customer.id, { text: 'ikinci' });
    await provider.comeUp();
    await appTab.waitUntilConnected();
    await appTab.expectTexts('birinci', 'ikinci');
    expect(provider.hub.connections()).toHaveLength(1);
  });
});
