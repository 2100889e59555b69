import { expectUsable, hubCalls } from '../support/browser/outage';
import { expect, test } from '../support/browser/fixtures';

test.describe('Sending and the hub', () => {
  const HUB_FAULTS = {
    '(B13) SendMessage never completes': { never: true },
    '(B14) SendMessage fails': { error: 'Oops' },
    '(B15) the connection drops during SendMessage': { drop: true, times: 1 },
  };
  for (const [name, fault] of Object.entries(HUB_FAULTS)) {
    test(`${name}: the message counts as sent, the input is usable, nothing is sent again`, async ({
      page,
      chat,
      provider,
      customer,
    }) => {
      await page.clock.install();
      chat.storeIncoming('birinci');
      provider.switches.invocations.sendmessage = fault;
      await chat.open();
      await chat.say('ikinci');
      await expect.poll(() => hubCalls(provider, 'SendMessage')).toHaveLength(1);
      await chat.expectTexts('birinci', 'ikinci');
      await expect(chat.input).toHaveValue('');
      await expectUsable(chat);
      await chat.waitUntilConnected();
      chat.operatorSays('üçüncü');
      await chat.expectTexts('birinci', 'ikinci', 'üçüncü');
      await page.clock.runFor(10_000);
      expect(hubCalls(provider, 'SendMessage')).toHaveLength(1);
      expect(provider.ledger.requests('send')).toHaveLength(1);
      expect(provider.conversation(customer.id)).toHaveLength(3);
    });
  }
});
