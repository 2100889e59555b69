import type { Switches } from '../../stand-in/control/switches';
import type { CustomerChat } from '../../support/browser/customerChat';
import { expect, test } from '../../support/browser/fixtures';

/** How the customer leaves the page while a message is being posted. */
const WAYS: Record<string, (chat: CustomerChat) => Promise<unknown>> = {
  'closes the tab': ({ page }) => page.close(),
  'opens another page': ({ page }) => page.goto('/favicon.svg'),
  'reloads the page': ({ page }) => page.reload(),
  'logs out': (chat) => chat.logOut(),
};

/** The call that is slow. The provider stops its work when the client is gone. */
const SLOW: Record<string, Switches['calls']> = {
  preflight: { preflight: { delay: 1_000 } },
  send: { send: { delay: 1_000 } },
};

test.describe('A message whose POST has begun is stored', () => {
  for (const [way, leave] of Object.entries(WAYS))
    for (const [call, calls] of Object.entries(SLOW))
      test(`if the customer ${way} during a slow ${call}`, async ({
        page,
        chat,
        customer,
        provider,
      }) => {
        // Without a tab, the browser would end.
        await page.context().newPage();
        await chat.open();
        const count = () => provider.ledger.of('request').length;
        const before = count();
        provider.switches.calls = calls;
        await chat.say('Salam');
        await expect.poll(count).toBeGreaterThan(before);
        expect(provider.conversation(customer.id)).toEqual([]);
        await leave(chat);
        const texts = () => provider.conversation(customer.id).map(({ text }) => text);
        await expect.poll(texts).toEqual(['Salam']);
      });
});
