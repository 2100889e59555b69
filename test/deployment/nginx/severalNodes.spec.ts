import type { Browser } from '@playwright/test';
import { CustomerChat } from '../../support/browser/customerChat';
import { runClockUntilDisconnected } from '../../support/browser/outage';
import type { Provider } from '../../stand-in/provider';
import { expect, test } from '../../support/deployment/nginxFixtures';

const CUSTOMER_COUNT = 8;

/** Opens the chat of one of the customers in a browser context of its own. */
async function openChat(browser: Browser, provider: Provider, baseURL: string, index: number) {
  const phone = `+99450000000${index}`;
  const { id } = provider.customerFor(phone);
  const customer = { id, phone, token: provider.tokenFor(phone) };
  const context = await browser.newContext({ baseURL });
  const chat = new CustomerChat(await context.newPage(), provider, customer);
  await chat.openWith(customer.token);
  await expect(chat.connection).toHaveText('Qoşulub');
  return { customer, chat, context };
}

/** Sends a text and, as a customer would, presses Enter again while the text is still in the input. */
async function sendUntilAccepted(chat: CustomerChat, text: string): Promise<void> {
  await chat.input.fill(text);
  await expect(async () => {
    await expect(chat.input).toBeEnabled();
    if ((await chat.input.inputValue()) === '') return;
    await chat.input.press('Enter');
    await expect(chat.input).toHaveValue('', { timeout: 2_000 });
  }).toPass();
}

test.describe('Chat with several provider nodes', () => {
  test('connects when its socket reaches another node than negotiate did', async ({
    page,
    chat,
    provider,
    secondNode,
    nginx,
    webRoot,
    customer,
    log,
  }) => {
    log.expectErrors();
    // Moves the customer to the second node after negotiate and before the socket opens.
    await page.route(
      '**/chatHub66/negotiate?*',
      async (route) => {
        const response = await route.fetch();
        await nginx.reload({ webRoot, nodes: [secondNode.url] });
        await route.fulfill({ response });
      },
      { times: 1 },
    );
    await chat.openWith(customer.token);
    await expect.poll(() => secondNode.hub.connections()).toHaveLength(1);
    await expect(chat.connection).toHaveText('Qoşulub');
    expect(secondNode.ledger.requests('upgrade').map(({ status }) => status)).toContain(404);
    expect(provider.ledger.of('opened')).toEqual([]);
    await chat.say('Salam');
    await chat.expectTexts('Salam');
    provider.operator.send(customer.id, { text: 'Necəsiniz?' });
    await chat.expectTexts('Salam', 'Necəsiniz?');
  });

  test.describe('when negotiate redirects to a host that the policy allows', () => {
    test.use({
      hubHosts: async ({ secondNode }, use) => {
        await use([secondNode.url]);
      },
    });

    test('connects there, with the token from the redirect', async ({
      chat,
      customer,
      provider,
      secondNode,
    }) => {
      const accessToken = secondNode.tokenFor(customer.phone, {
        claims: 'short',
        expiresInSeconds: 60,
      });
      expect(accessToken).not.toBe(customer.token);
      const url = `${secondNode.url}/chatHub66?userId=${customer.id}`;
      provider.switches.redirect = { url, accessToken };
      await chat.openWith(customer.token);
      await expect(chat.connection).toHaveText('Qoşulub');
      expect(secondNode.hub.connections()).toHaveLength(1);
      expect(provider.ledger.of('opened')).toEqual([]);
      await chat.say('Salam');
      await chat.expectTexts('Salam');
      provider.operator.send(customer.id, { text: 'Necəsiniz?' });
      await chat.expectTexts('Salam', 'Necəsiniz?');
      secondNode.hub.terminate();
      await expect.poll(() => secondNode.ledger.of('opened')).toHaveLength(2);
      await expect(chat.connection).toHaveText('Qoşulub');
    });
  });

  test.describe('when negotiate redirects to a host that the policy does not allow', () => {
    test('never contacts that host, and stops retrying', async ({
      page,
      chat,
      customer,
      provider,
      secondNode,
      log,
    }) => {
      log.expectErrors();
      const url = `${secondNode.url}/chatHub66?userId=${customer.id}`;
      const accessToken = secondNode.tokenFor(customer.phone, { claims: 'short' });
      provider.switches.redirect = { url, accessToken };
      log.expectViolations(
        `connect-src ${secondNode.url}/chatHub66/negotiate?userId=${customer.id}&negotiateVersion=1`,
      );
      await page.clock.install();
      await chat.openWith(customer.token);
      await expect.poll(() => log.violations).toHaveLength(1);
      await runClockUntilDisconnected(chat);
      expect(secondNode.ledger.of('request')).toEqual([]);
    });
  });

  test('loses no message of eight customers during a rolling restart', async ({
    browser,
    provider,
    secondNode,
    nginx,
    webRoot,
  }) => {
    test.slow();
    const nodes = [provider, secondNode];
    await nginx.reload({ webRoot, nodes: nodes.map(({ url }) => url) });
    const indices = Array.from({ length: CUSTOMER_COUNT }, (_, index) => index);
    const chats = await Promise.all(
      indices.map((index) => openChat(browser, provider, nginx.url, index)),
    );
    await expect.poll(() => provider.hub.connections().length).toBeGreaterThan(0);
    await expect.poll(() => secondNode.hub.connections().length).toBeGreaterThan(0);

    let isOver = false;
    const talk = async ({ customer, chat }: (typeof chats)[number]) => {
      for (let turn = 1; !isOver || turn <= 4; turn += 1) {
        await sendUntilAccepted(chat, `sual ${turn} №${customer.id}`);
        provider.operator.send(customer.id, { text: `cavab ${turn} №${customer.id}` });
      }
    };
    const talks = Promise.all(chats.map(talk));
    for (const node of nodes) {
      const others = nodes.filter((one) => one !== node);
      await node.goDown();
      const connectionsElsewhere = () => others.flatMap(({ hub }) => hub.connections()).length;
      await expect.poll(connectionsElsewhere, { timeout: 60_000 }).toBe(CUSTOMER_COUNT);
      await node.comeUp();
    }
    isOver = true;
    await talks;
    for (const { customer, chat, context } of chats) {
      const stored = provider.conversation(customer.id).map(({ text }) => text ?? '');
      expect(stored.length).toBeGreaterThanOrEqual(8);
      const shown = async () => {
        const rows = await chat.readRows();
        return rows.map(({ text }) => text ?? '').toSorted();
      };
      await expect.poll(shown).toEqual(stored.toSorted());
      await context.close();
    }
  });
});
