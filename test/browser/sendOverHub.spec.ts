import { expectUsable } from '../support/browser/outage';
import { expect, test } from '../support/browser/fixtures';
import { hubCalls } from '../support/browser/hubCalls';

test.describe('Sending and the hub', () => {
  test('a message is sent by POST without a connection', async ({
    chat,
    provider,
    customer,
    log,
  }) => {
    log.expectErrors();
    provider.switches.calls.negotiate = { status: 503 };
    await chat.openWith(customer.token);
    await expect(chat.loading).toBeHidden();
    await chat.say('Salam');
    await chat.expectTexts('Salam');
    await expect(chat.input).toHaveValue('');
    expect(provider.conversation(customer.id)).toMatchObject([{ text: 'Salam' }]);
    expect(hubCalls(provider, 'SendMessage')).toEqual([]);
  });

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
      provider.switches.invocations['sendmessage'] = fault;
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

  test('each keystroke invokes SendTyping once, with the sender and the value 1', async ({
    chat,
    provider,
    customer,
  }) => {
    await chat.open();
    await chat.input.pressSequentially('Salam');
    await chat.input.press('Backspace');
    await chat.input.press('ArrowLeft');
    const typed = Array.from({ length: 6 }, () => [customer.id, 1]);
    await expect.poll(() => hubCalls(provider, 'SendTyping')).toHaveLength(6);
    await chat.input.press('Enter');
    await expect.poll(() => hubCalls(provider, 'SendMessage')).toHaveLength(1);
    expect(hubCalls(provider, 'SendTyping')).toEqual(typed);
  });

  test('a SendTyping that never completes delays neither the input nor the message', async ({
    chat,
    provider,
  }) => {
    provider.switches.invocations['sendtyping'] = { never: true };
    await chat.open();
    await chat.input.pressSequentially('Salam');
    await chat.input.press('Enter');
    await chat.expectTexts('Salam');
    await expect(chat.input).toBeEnabled();
  });
});
