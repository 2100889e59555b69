import { expect, test } from './fixtures';
import { hold } from './hold';

test('on a desktop the input has the focus when the chat opens', async ({ chat }) => {
  await chat.open();
  await expect(chat.input).toBeFocused();
});

test('it grows to five lines, then it scrolls, with the last line in sight', async ({ chat }) => {
  await chat.open();
  const height = async () => (await chat.input.boundingBox())?.height ?? 0;
  const one = await height();
  for (const lines of [2, 3, 4, 5]) {
    await chat.input.fill('sətir\n'.repeat(lines - 1) + 'sətir');
    expect(await height()).toBeCloseTo(lines * one, 0);
  }
  await chat.input.fill('sətir\n'.repeat(8) + 'sətir');
  expect(await height()).toBeCloseTo(5 * one, 0);
  const scrolled = await chat.input.evaluate(({ scrollTop }) => scrollTop);
  // Up to the room that a line has below its letters.
  expect(Math.abs(scrolled - 4 * one)).toBeLessThan(one / 4);
  await chat.input.fill('');
  expect(await height()).toBeCloseTo(one, 0);
});

test('while a message is on its way the send button turns, and changes no size', async ({
  page,
  chat,
}) => {
  await chat.open();
  const before = await chat.send.boundingBox();
  const sending = await hold(page, '**/api/66/send');
  await chat.say('Salam');
  await sending.asked;
  await expect(chat.send).toHaveAttribute('aria-busy', 'true');
  await expect(chat.send.locator('svg')).toHaveCount(0);
  expect(await chat.send.boundingBox()).toEqual(before);
  sending.release();
  await expect(chat.send.locator('svg')).toHaveCount(1);
});

test('the Enter that Safari gives after a composition does not send', async ({
  page,
  chat,
  provider,
}) => {
  await chat.open();
  await chat.input.fill('salam');
  // There `isComposing` is over before the key comes, and only its code tells.
  await chat.input.dispatchEvent('keydown', { key: 'Enter', keyCode: 229 });
  await page.keyboard.type('!');
  await chat.input.press('Enter');
  await chat.shows('salam!');
  expect(provider.ledger.requests('send')).toHaveLength(1);
});

test('what a dictation or a correction puts in is a text like any other', async ({
  page,
  chat,
}) => {
  await chat.open();
  await chat.input.focus();
  await page.keyboard.insertText('Salam, sifarişim çatmayıb');
  await chat.input.evaluate((input: HTMLTextAreaElement) => {
    input.setRangeText('Sabahınız xeyir', 0, 5, 'end');
    input.dispatchEvent(
      new InputEvent('input', { bubbles: true, inputType: 'insertReplacementText' }),
    );
  });
  await chat.input.press('Enter');
  await chat.shows('Sabahınız xeyir, sifarişim çatmayıb');
});
