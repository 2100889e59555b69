import type { CustomerChat } from '../../support/browser/customerChat';
import { expect, test } from '../../support/browser/fixtures';

/** The slow call, and how the customer leaves the page while a message is being posted. */
const WAYS: [call: string, way: string, leave: (chat: CustomerChat) => Promise<unknown>][] = [
  ['preflight', 'closes the tab', ({ page }) => page.close()],
  ['preflight', 'logs out', (chat) => chat.logOut(true)],
  ['send', 'opens another page', ({ page }) => page.goto('/favicon.svg')],
  ['send', 'logs out', (chat) => chat.logOut(true)],
];

for (const [call, way, leave] of WAYS)
  test(`A message whose POST has begun is stored if the customer ${way} during a slow ${call}`, async ({
    context,
    chat,
    customer,
    provider,
  }) => {
    // Without a tab, the browser would end.
    await context.newPage();
    await chat.open();
    const count = () => provider.ledger.of('request').length;
    const before = count();
    // The provider drops a request whose client is gone.
    provider.switches.calls = { [call]: { delay: 1_000 } };
    await chat.say('Salam');
    await expect.poll(count).toBeGreaterThan(before);
    expect(provider.conversation(customer.id)).toEqual([]);
    await leave(chat);
    const texts = () => provider.conversation(customer.id).map(({ text }) => text);
    await expect.poll(texts).toEqual(['Salam']);
  });
