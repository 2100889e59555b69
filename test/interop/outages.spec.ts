import type { Session } from '../contract/target';
import type { Chat } from './chat';
import { expect, test, TRANSPORTS } from './fixtures';
import type { Host } from './host';

/** The host is gone and comes back; the operator speaks as soon as it is there. */
async function comesBack(chat: Chat, host: Host, customer: Session): Promise<void> {
  await expect(chat.connection).toHaveText('Yenidən qoşulur');
  await host.up();
  await host.control.operatorSays(customer.id, 'ikinci');
  await chat.isConnected();
  await chat.shows('birinci', 'ikinci');
  await host.control.operatorSays(customer.id, 'üçüncü');
  await chat.shows('birinci', 'ikinci', 'üçüncü');
}

for (const [transport, settings] of Object.entries(TRANSPORTS)) {
  test.describe(`over ${transport}`, () => {
    test.use({ settings });

    test.beforeEach(async ({ chat, host, customer, log }) => {
      log.expectErrors();
      await chat.openWith(customer.token);
      await chat.isConnected();
      await host.control.operatorSays(customer.id, 'birinci');
      await chat.shows('birinci');
    });

    test('a process that was killed and comes back', async ({ chat, host, customer }) => {
      await host.kill();
      await comesBack(chat, host, customer);
    });

    test('a process that shuts down and comes back', async ({ chat, host, customer }) => {
      await host.shutDown();
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
