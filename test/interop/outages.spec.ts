import { hold } from '../browser/hold';
import type { Session } from '../contract/target';
import type { Chat } from './chat';
import { expect, test, TRANSPORTS } from './fixtures';
import type { Host } from './host';

/** The host was gone and is back; the operator speaks at once. */
async function comesBack(chat: Chat, host: Host, customer: Session): Promise<void> {
  await host.control.operatorSays(customer.id, 'ikinci');
  // An attempt that just missed it is followed by a pause of up to 30 s.
  await expect(chat.connection).toHaveText('Qoşulub', { timeout: 45_000 });
  await chat.shows('birinci', 'ikinci');
  await host.control.operatorSays(customer.id, 'üçüncü');
  await chat.shows('birinci', 'ikinci', 'üçüncü');
}

for (const [transport, settings] of Object.entries(TRANSPORTS)) {
  test.describe(`over ${transport}`, () => {
    test.use({ settings });
    test.slow();

    test.beforeEach(async ({ chat, host, customer, log }) => {
      log.expectErrors();
      await chat.openWith(customer.token);
      await chat.isConnected();
      await host.control.operatorSays(customer.id, 'birinci');
      await chat.shows('birinci');
    });

    test('a process that was killed and comes back', async ({ chat, host, customer }) => {
      await host.kill();
      await expect(chat.connection).toHaveText('Yenidən qoşulur');
      await host.up();
      await comesBack(chat, host, customer);
    });

    test('a process that shuts down and comes back', async ({ chat, host, customer, page }) => {
      // A process that is shutting down still answers for a moment; nobody is to wait for it then.
      const negotiation = await hold(page, '**/chatHub66/negotiate?*');
      await host.shutDown();
      await negotiation.asked;
      await expect(chat.connection).toHaveText('Yenidən qoşulur');
      await host.up();
      negotiation.release();
      await comesBack(chat, host, customer);
    });

    test('a message over 32 KB is stored and shown, and costs one connection', async ({
      chat,
      host,
      customer,
    }) => {
      const { control } = host;
      const long = 'ə'.repeat(20_000);
      await chat.say(long);
      await chat.shows('birinci', long);
      await expect.poll(() => arrivals(host)).toBe(2);
      await chat.isConnected();
      await control.operatorSays(customer.id, 'ikinci');
      await chat.shows('birinci', long, 'ikinci');
      expect(await control.conversation(customer.id)).toHaveLength(3);
      expect(await arrivals(host)).toBe(2);
    });
  });
}

/** How often the hub was reached. */
async function arrivals(host: Host): Promise<number> {
  const all = await host.control.invocations();
  return all.filter(({ target }) => target === 'OnConnectedAsync').length;
}
