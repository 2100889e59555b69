import { expect, test } from '../support/browser/fixtures';
import { hold } from '../support/page/page';
import { hubCalls } from '../support/browser/outage';

test.describe('Sending a text', () => {
  test.beforeEach(async ({ chat }) => {
    await chat.open();
  });

  test('makes a new line on Shift+Enter', async ({ page, chat, provider, customer }) => {
    await chat.input.fill('birinci');
    await chat.input.press('Shift+Enter');
    await page.keyboard.type('ikinci');
    await expect(chat.input).toHaveValue('birinci\nikinci');
    await chat.input.press('Enter');
    await chat.expectTexts('birinci\nikinci');
    expect(provider.conversation(customer.id)).toMatchObject([{ text: 'birinci\nikinci' }]);
  });

  test('does not send on the Enter that ends an IME composition', async ({
    page,
    chat,
    provider,
  }) => {
    await chat.input.focus();
    const devtools = await page.context().newCDPSession(page);
    const composition = { text: 'sal', selectionStart: 3, selectionEnd: 3 };
    await devtools.send('Input.imeSetComposition', composition);
    const enter = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13 };
    await devtools.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...enter });
    await devtools.send('Input.insertText', { text: 'salam' });
    await expect(chat.input).toHaveValue('salam');
    await chat.input.press('Enter');
    await chat.expectTexts('salam');
    expect(provider.ledger.requests('send')).toHaveLength(1);
  });

  test('keeps what is typed while messages are sent, and reports each insertion to the operator once', async ({
    page,
    chat,
    provider,
  }) => {
    await chat.input.fill('1');
    await expect.poll(() => hubCalls(provider, 'SendTyping')).toHaveLength(1);
    for (const [sent, typed] of [
      ['1', 'ikinci'],
      ['ikinci', ' son'],
    ] as const) {
      const send = await hold(page, '**/api/66/send');
      await page.keyboard.press('Enter');
      await send.requested;
      await expect(chat.input).toBeDisabled();
      await page.keyboard.type(typed);
      await page.keyboard.press('Enter');
      await expect(chat.input).toHaveValue(sent);
      send.release();
      await expect(chat.input).toHaveValue(typed);
      await expect(chat.input).toBeFocused();
      await expect(chat.send).toBeEnabled();
    }
    await page.keyboard.type('!');
    await expect(chat.input).toHaveValue(' son!');
    await expect.poll(() => hubCalls(provider, 'SendTyping')).toHaveLength(4);
    await page.reload();
    await expect(chat.input).toHaveValue(' son!');
    await chat.expectTexts('1', 'ikinci');
  });

  test('sends the same payload by POST, then through the hub', async ({
    page,
    chat,
    provider,
    customer,
  }) => {
    const send = await hold(page, '**/api/66/send');
    const sendRequest = page.waitForRequest('**/api/66/send');
    await chat.say('Salam');
    const payload: unknown = (await sendRequest).postDataJSON();
    expect(payload).toEqual({
      fromUserId: customer.id,
      toUserId: 1,
      text: 'Salam',
      imageUrl: null,
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    });
    send.release();
    await expect.poll(() => hubCalls(provider, 'SendMessage')).toEqual([[payload]]);
    const { entries } = provider.ledger;
    const posted = entries.findIndex((entry) => entry.kind === 'request' && entry.call === 'send');
    const invoked = entries.findIndex(
      (entry) => entry.kind === 'invocation' && entry.target === 'SendMessage',
    );
    expect(posted).toBeLessThan(invoked);
    expect(provider.conversation(customer.id)).toHaveLength(1);
  });
});
