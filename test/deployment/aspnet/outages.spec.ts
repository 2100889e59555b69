import type { Request } from '@playwright/test';
import { hold } from '../../support/page/page';
import type { Session } from '../../support/contract/clients';
import type { ChatScreen } from '../../support/page/chatScreen';
import { expect, test, TRANSPORTS } from '../../support/deployment/aspnetFixtures';
import type { Host } from '../../support/deployment/host';

/** Expects that the chat reconnects and shows a message sent right after the restart. */
async function expectRecovery(chat: ChatScreen, host: Host, customer: Session): Promise<void> {
  await host.control.operatorSays(customer.id, 'ikinci');
  // If an attempt just missed the restart, the next one follows up to 30 s later.
  await expect(chat.connection).toHaveText('Qoşulub', { timeout: 45_000 });
  await chat.expectTexts('birinci', 'ikinci');
  await host.control.operatorSays(customer.id, 'üçüncü');
  await chat.expectTexts('birinci', 'ikinci', 'üçüncü');
}

for (const [transport, settings] of Object.entries(TRANSPORTS)) {
  test.describe(`Outages over ${transport}`, () => {
    test.use({ settings });
    test.slow();

    test.beforeEach(async ({ chat, host, customer, log }) => {
      log.expectErrors();
      const fetches = countHistoryFetches(chat);
      await chat.openWith(customer.token);
      await chat.waitUntilConnected();
      await host.control.operatorSays(customer.id, 'birinci');
      await chat.expectTexts('birinci');
      // The first message of a connection makes the page fetch the history a second time. An outage
      // during that fetch would be an error of its own.
      await expect.poll(() => fetches.ended).toBeGreaterThanOrEqual(2);
      await expect.poll(() => fetches.begun - fetches.ended).toBe(0);
    });

    test('reconnects and shows missed messages after the process was killed', async ({
      chat,
      host,
      customer,
    }) => {
      await host.kill();
      await expect(chat.connection).toHaveText('Yenidən qoşulur');
      await host.up();
      await expectRecovery(chat, host, customer);
    });

    test('reconnects and shows missed messages after a graceful shutdown', async ({
      chat,
      host,
      customer,
      page,
    }) => {
      // Held back: a process that shuts down still accepts connections for a moment.
      const negotiation = await hold(page, '**/chatHub66/negotiate?*');
      await host.shutDown();
      await negotiation.requested;
      await expect(chat.connection).toHaveText('Yenidən qoşulur');
      await host.up();
      negotiation.release();
      await expectRecovery(chat, host, customer);
    });

    test('stores and shows a message over 32 KB and reconnects once', async ({
      chat,
      host,
      customer,
    }) => {
      const { control } = host;
      const long = 'ə'.repeat(20_000);
      await chat.say(long);
      await chat.expectTexts('birinci', long);
      await expect.poll(() => countConnects(host)).toBe(2);
      await chat.waitUntilConnected();
      await control.operatorSays(customer.id, 'ikinci');
      await chat.expectTexts('birinci', long, 'ikinci');
      expect(await control.conversation(customer.id)).toHaveLength(3);
      expect(await countConnects(host)).toBe(2);
    });
  });
}

/** Counts the page's fetches of the history from now on. */
function countHistoryFetches({ page }: ChatScreen) {
  const counts = { begun: 0, ended: 0 };
  const isHistory = (request: Request) => request.url().includes('/api/66/messages/');
  page.on('request', (request) => (counts.begun += Number(isHistory(request))));
  page.on('requestfinished', (request) => (counts.ended += Number(isHistory(request))));
  page.on('requestfailed', (request) => (counts.ended += Number(isHistory(request))));
  return counts;
}

/** Counts the connections that the hub has accepted. */
async function countConnects(host: Host): Promise<number> {
  const all = await host.control.invocations();
  return all.filter(({ target }) => target === 'OnConnectedAsync').length;
}
