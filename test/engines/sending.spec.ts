import { CHAT } from '../support/page/chatScreen';
import { expect, test } from '../support/engines/fixtures';

test.describe('Sending a text', () => {
  test.beforeEach(async ({ appTab }) => {
    await appTab.openChat();
  });

  test('with Enter empties the input and returns the focus to it', async ({
    appTab,
    provider,
    customer,
  }) => {
    await appTab.say('Salam, necəsiniz?');
    await appTab.expectTexts('Salam, necəsiniz?');
    await expect.poll(() => appTab.value(CHAT.input)).toBe('');
    await expect.poll(() => appTab.isFocused(CHAT.input)).toBe(true);
    await appTab.tab.type('Sağ olun');
    expect(await appTab.value(CHAT.input)).toBe('Sağ olun');
    expect(provider.conversation(customer.id).map(({ text }) => text)).toEqual([
      'Salam, necəsiniz?',
    ]);
  });

  test('keeps what is typed meanwhile', async ({ appTab, provider }) => {
    provider.switches.calls.send = { delay: 4_000, times: 1 };
    await appTab.say('Salam');
    await expect.poll(async () => (await appTab.find(CHAT.input))[0]?.isDisabled).toBe(true);
    await appTab.tab.type('bir daha');
    expect(await appTab.value(CHAT.input)).toBe('Salam');
    await expect.poll(() => appTab.value(CHAT.input)).toBe('bir daha');
    await appTab.expectTexts('Salam');
    await expect.poll(() => appTab.isFocused(CHAT.input)).toBe(true);
  });

  test('keeps the message on the screen while the history lacks it', async ({
    appTab,
    provider,
    customer,
  }) => {
    provider.switches.historyLag = 60_000;
    provider.store(customer.id, { text: 'köhnə' }, 120_000);
    const histories = () =>
      provider.ledger.requests('messages').filter(({ status }) => status === 200).length;
    const before = histories();
    await appTab.say('Salam');
    await expect.poll(histories).toBeGreaterThan(before);
    await appTab.expectTexts('köhnə', 'Salam');
  });

  test('shows a stored message whose response is lost, and empties the input', async ({
    appTab,
    provider,
    problems,
  }) => {
    problems.expect(/^error: Sending a message failed/, /^reported: /);
    provider.switches.calls.send = { when: 'after', end: 'drop', times: 1 };
    await appTab.say('Salam');
    await appTab.expectTexts('Salam');
    await expect.poll(() => appTab.value(CHAT.input)).toBe('');
  });
});
