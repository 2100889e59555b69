import { expect, test } from './fixtures';
import { hold } from './hold';
import { hubCalls } from './hubCalls';

test.beforeEach(async ({ chat }) => {
  await chat.open();
});

test('blank text is not sent, and the send button is disabled', async ({ chat, provider }) => {
  for (const blank of ['', '   ', '\n\t ']) {
    await chat.input.fill(blank);
    await expect(chat.send).toBeDisabled();
    await chat.input.press('Enter');
  }
  await chat.say('Salam');
  await chat.shows('Salam');
  expect(provider.ledger.requests('send')).toHaveLength(1);
});

test('Enter sends, and the button does', async ({ page, chat }) => {
  const asked = page.waitForRequest('**/api/66/send');
  await chat.say('Salam');
  await chat.shows('Salam');
  await expect(chat.input).toHaveValue('');
  await expect(chat.input).toBeFocused();
  expect((await asked).method()).toBe('POST');
  await chat.input.fill('Necəsiniz?');
  await chat.send.click();
  await chat.shows('Salam', 'Necəsiniz?');
  await expect(chat.input).toHaveValue('');
  await expect(chat.input).toBeFocused();
});

test('Shift+Enter makes a new line instead', async ({ page, chat, provider, customer }) => {
  await chat.input.fill('birinci');
  await chat.input.press('Shift+Enter');
  await page.keyboard.type('ikinci');
  await expect(chat.input).toHaveValue('birinci\nikinci');
  await chat.input.press('Enter');
  await chat.shows('birinci\nikinci');
  expect(provider.conversation(customer.id)).toMatchObject([{ text: 'birinci\nikinci' }]);
});

test('Enter that ends an input method composition does not send', async ({
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
  await chat.shows('salam');
  expect(provider.ledger.requests('send')).toHaveLength(1);
});

test('while a message is on its way the three controls are disabled', async ({
  page,
  chat,
  provider,
}) => {
  const answer = await hold(page, '**/api/66/send');
  await chat.say('Salam');
  await answer.asked;
  await expect(chat.input).toBeDisabled();
  await expect(chat.send).toBeDisabled();
  await expect(chat.attach).toBeDisabled();
  await expect(chat.input).toHaveValue('Salam');
  await expect(chat.messages).toHaveCount(0);
  await page.keyboard.press('Enter');
  answer.release();
  await chat.shows('Salam');
  await expect(chat.input).toBeEnabled();
  await expect(chat.attach).toBeEnabled();
  await expect(chat.input).toBeFocused();
  expect(provider.ledger.requests('send')).toHaveLength(1);
});

test('however often Enter is pressed at once, one message is sent', async ({ chat, provider }) => {
  await chat.input.fill('Salam');
  await chat.input.evaluate((input) => {
    const enter = { key: 'Enter', bubbles: true, cancelable: true };
    for (let time = 0; time < 5; time++) input.dispatchEvent(new KeyboardEvent('keydown', enter));
  });
  await chat.shows('Salam');
  await chat.say('Necəsiniz?');
  await chat.shows('Salam', 'Necəsiniz?');
  expect(provider.ledger.requests('send')).toHaveLength(2);
});

test('a message goes by POST, and only then by the hub, with the same payload', async ({
  page,
  chat,
  provider,
  customer,
}) => {
  const answer = await hold(page, '**/api/66/send');
  const asked = page.waitForRequest('**/api/66/send');
  await chat.say('Salam');
  const payload: unknown = (await asked).postDataJSON();
  expect(payload).toEqual({
    fromUserId: customer.id,
    toUserId: 1,
    text: 'Salam',
    imageUrl: null,
    timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
  });
  answer.release();
  await expect.poll(() => hubCalls(provider, 'SendMessage')).toEqual([[payload]]);
  const { entries } = provider.ledger;
  const posted = entries.findIndex((entry) => entry.kind === 'request' && entry.call === 'send');
  const invoked = entries.findIndex(
    (entry) => entry.kind === 'invocation' && entry.target === 'SendMessage',
  );
  expect(posted).toBeLessThan(invoked);
  expect(provider.conversation(customer.id)).toHaveLength(1);
});
