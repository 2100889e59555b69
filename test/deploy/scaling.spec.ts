import type { Browser } from '@playwright/test';
import { ChatScreen } from '../browser/chatScreen';
import type { Customer } from '../browser/fixtures';
import { untilGivenUp } from '../browser/faults/outage';
import type { Provider } from '../provider/provider';
import { expect, test } from './fixtures';
import type { Nginx } from './nginx';

/** Whether the customer's requests to the hub arrive at this node; to look costs a place there. */
async function arrivesAt(node: Provider, nginx: Nginx, { id, token }: Customer): Promise<boolean> {
  const before = node.ledger.requests('negotiate').length;
  const url = `${nginx.url}/chatHub66/negotiate?userId=${id}`;
  const headers = { Authorization: `Bearer ${token}` };
  // A worker of nginx that makes way for another cuts what it still has open.
  await fetch(url, { method: 'POST', headers }).catch(() => undefined);
  return node.ledger.requests('negotiate').length > before;
}

test('a negotiation at one node and a socket at the other: the chat is live all the same', async ({
  page,
  chat,
  provider,
  second,
  nginx,
  root,
  customer,
  log,
}) => {
  log.expectErrors();
  // Between its negotiation and its socket the customer is moved to the other node.
  await page.route(
    '**/chatHub66/negotiate?*',
    async (route) => {
      const answer = await route.fetch();
      await nginx.move({ root, nodes: [second.url] });
      await expect.poll(() => arrivesAt(second, nginx, customer)).toBe(true);
      await route.fulfill({ response: answer });
    },
    { times: 1 },
  );
  await chat.openWith(customer.token);
  await expect.poll(() => second.hub.connections()).toHaveLength(1);
  await expect(chat.connection).toHaveText('Qoşulub');
  expect(second.ledger.requests('upgrade').map(({ status }) => status)).toContain(404);
  expect(provider.ledger.of('opened')).toEqual([]);
  await chat.say('Salam');
  await chat.shows('Salam');
  provider.operator.send(customer.id, { text: 'Necəsiniz?' });
  await chat.shows('Salam', 'Necəsiniz?');
});

test.describe('redirected by negotiate', () => {
  test.use({
    hubHosts: async ({ second }, use) => {
      await use([second.url]);
    },
  });

  test('the chat is live at the other host, with the token that it was given for it', async ({
    chat,
    customer,
    provider,
    second,
  }) => {
    const accessToken = second.tokenFor(customer.phone, { claims: 'short', expiresInSeconds: 60 });
    expect(accessToken).not.toBe(customer.token);
    const url = `${second.url}/chatHub66?userId=${customer.id}`;
    provider.switches.redirect = { url, accessToken };
    await chat.openWith(customer.token);
    await expect(chat.connection).toHaveText('Qoşulub');
    expect(second.hub.connections()).toHaveLength(1);
    expect(provider.ledger.of('opened')).toEqual([]);
    await chat.say('Salam');
    await chat.shows('Salam');
    provider.operator.send(customer.id, { text: 'Necəsiniz?' });
    await chat.shows('Salam', 'Necəsiniz?');
    second.hub.terminate();
    await expect.poll(() => second.ledger.of('opened')).toHaveLength(2);
    await expect(chat.connection).toHaveText('Qoşulub');
  });
});

test('to a host that the page’s policy does not name the hub is not followed', async ({
  page,
  chat,
  customer,
  provider,
  second,
  log,
}) => {
  log.expectErrors();
  const url = `${second.url}/chatHub66?userId=${customer.id}`;
  const accessToken = second.tokenFor(customer.phone, { claims: 'short' });
  provider.switches.redirect = { url, accessToken };
  log.expectViolations(
    `connect-src ${second.url}/chatHub66/negotiate?userId=${customer.id}&negotiateVersion=1`,
  );
  await page.clock.install();
  await chat.openWith(customer.token);
  await expect.poll(() => log.violations).toHaveLength(1);
  await untilGivenUp(chat);
  expect(second.ledger.of('request')).toEqual([]);
});

const CUSTOMERS = 8;

/** One of eight, on a device of their own. */
async function join(browser: Browser, provider: Provider, baseURL: string, index: number) {
  const phone = `+99450000000${index}`;
  const { id } = provider.customerFor(phone);
  const customer = { id, phone, token: provider.tokenFor(phone) };
  const context = await browser.newContext({ baseURL });
  const chat = new ChatScreen(await context.newPage(), provider, customer);
  await chat.openWith(customer.token);
  await expect(chat.connection).toHaveText('Qoşulub');
  return { customer, chat, context };
}

/** Sends a text as a customer does: what was not sent is still in the input, and Enter sends it. */
async function sendAtLast(chat: ChatScreen, text: string): Promise<void> {
  await chat.input.fill(text);
  await expect(async () => {
    await expect(chat.input).toBeEnabled();
    if ((await chat.input.inputValue()) === '') return;
    await chat.input.press('Enter');
    await expect(chat.input).toHaveValue('', { timeout: 2_000 });
  }).toPass();
}

test('a restart of one node after the other under eight customers loses nothing', async ({
  browser,
  provider,
  second,
  nginx,
  root,
}) => {
  test.slow();
  const nodes = [provider, second];
  await nginx.move({ root, nodes: nodes.map(({ url }) => url) });
  const indices = Array.from({ length: CUSTOMERS }, (_, index) => index);
  const all = await Promise.all(indices.map((index) => join(browser, provider, nginx.url, index)));
  await expect.poll(() => provider.hub.connections().length).toBeGreaterThan(0);
  await expect.poll(() => second.hub.connections().length).toBeGreaterThan(0);

  let isOver = false;
  const talk = async ({ customer, chat }: (typeof all)[number]) => {
    for (let turn = 1; !isOver || turn <= 4; turn += 1) {
      await sendAtLast(chat, `sual ${turn} №${customer.id}`);
      provider.operator.send(customer.id, { text: `cavab ${turn} №${customer.id}` });
    }
  };
  const talks = Promise.all(all.map(talk));
  for (const node of nodes) {
    const others = nodes.filter((one) => one !== node);
    await node.goDown();
    const elsewhere = () => others.flatMap(({ hub }) => hub.connections()).length;
    await expect.poll(elsewhere, { timeout: 60_000 }).toBe(CUSTOMERS);
    await node.comeUp();
  }
  isOver = true;
  await talks;
  for (const { customer, chat, context } of all) {
    const stored = provider.conversation(customer.id).map(({ text }) => text ?? '');
    expect(stored.length).toBeGreaterThanOrEqual(8);
    const counts = (texts: string[]) => texts.toSorted();
    const shown = async () =>
      counts((await chat.messages.allTextContents()).map((text) => text.replace(/\d\d:\d\d$/, '')));
    await expect.poll(shown).toEqual(counts(stored));
    await context.close();
  }
});
