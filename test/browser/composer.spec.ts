import type { Page } from '@playwright/test';
import { expect, test } from '../support/browser/fixtures';
import { hubCalls } from '../support/browser/outage';

const DRAFT = 'Salam,\nsifarişim haqqında';

const ENTER = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13 };

/** Composes a word, as an input method does. @returns the session of the devtools, to press keys */
async function compose(page: Page, text: string) {
  const devtools = await page.context().newCDPSession(page);
  const [selectionStart, selectionEnd] = [text.length, text.length];
  await devtools.send('Input.imeSetComposition', { text, selectionStart, selectionEnd });
  return devtools;
}

test.describe('Composer', () => {
  test('grows to five lines, then scrolls, and has the text’s direction', async ({ chat }) => {
    await chat.open();
    const measure = async (lines: number) => {
      await chat.input.fill('sətir\n'.repeat(lines - 1) + 'sətir');
      return chat.input.evaluate(({ clientHeight, scrollHeight, scrollTop }) => {
        return { height: clientHeight, hidden: scrollHeight - clientHeight, scrollTop };
      });
    };
    const { height: one } = await measure(1);
    for (const lines of [2, 5])
      expect(await measure(lines)).toEqual({ height: lines * one, hidden: 0, scrollTop: 0 });
    const { height, hidden, scrollTop } = await measure(9);
    expect(height).toBe(5 * one);
    expect(hidden).toBeGreaterThan(0);
    // Four lines are above. The tolerance is the space below the letters of a line.
    expect(Math.abs(scrollTop - 4 * one)).toBeLessThan(one / 4);
    await expect(chat.input).toHaveCSS('direction', 'ltr');
    await chat.input.fill('سلام!');
    await expect(chat.input).toHaveCSS('direction', 'rtl');
  });

  test('is one line high while it is empty, also in a narrow window', async ({ page, chat }) => {
    await page.setViewportSize({ width: 195, height: 568 });
    await chat.open();
    const height = () => chat.input.evaluate(({ clientHeight }) => clientHeight);
    const empty = await height();
    await chat.input.fill('a');
    expect(await height()).toBe(empty);
  });

  test('sends neither on Shift+Enter nor in a composition', async ({ page, chat, provider }) => {
    await chat.open();
    await expect(chat.input).toBeFocused();
    const devtools = await compose(page, 'sal');
    // An input method takes the key, so it inserts no line break.
    for (const modifiers of [0, 2])
      await devtools.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', modifiers, ...ENTER });
    await devtools.send('Input.insertText', { text: 'salam' });
    await chat.input.press('Shift+Enter');
    await page.keyboard.type('ikinci');
    await expect(chat.input).toHaveValue('salam\nikinci');
    await chat.input.press('Enter');
    await chat.expectTexts('salam\nikinci');
    expect(provider.ledger.requests('send')).toHaveLength(1);
  });

  test('sends on the Enter of a phone’s keyboard, and with Control', async ({ page, chat }) => {
    await chat.open();
    // Gboard composes the last word while its send key is pressed.
    const devtools = await compose(page, 'bir');
    const press = (modifiers = 0) =>
      devtools.send('Input.dispatchKeyEvent', { type: 'keyDown', text: '\r', modifiers, ...ENTER });
    await press();
    await chat.expectTexts('bir');
    // The keyboard of iOS is in upper case after a full stop.
    await page.keyboard.type('İki. ');
    await press(8);
    await chat.expectTexts('bir', 'İki. ');
    await page.keyboard.type('üç');
    await page.keyboard.press('Control+Enter');
    await chat.expectTexts('bir', 'İki. ', 'üç');
    await expect(chat.input).toHaveValue('');
  });

  test('sends once while Enter is held down, whatever the result', async ({
    page,
    chat,
    provider,
    log,
  }) => {
    const failure = 'Sending a message failed: 500';
    log.expectErrors(failure, failure, failure);
    await chat.open();
    provider.switches.calls.send = { status: 500 };
    const press = async () => {
      const count = provider.ledger.requests('send').length + 1;
      await page.keyboard.down('Enter');
      await page.keyboard.down('Enter');
      await expect.poll(() => provider.ledger.requests('send')).toHaveLength(count);
      await expect(chat.input).toBeEnabled();
      await page.keyboard.down('Enter');
      await page.keyboard.up('Enter');
      await expect(chat.input).toHaveValue('salam');
      await expect(chat.input).toBeEnabled();
      expect(provider.ledger.requests('send')).toHaveLength(count);
    };
    await chat.input.fill('salam');
    await press();
    await page.keyboard.down('Control');
    await press();
    await page.keyboard.up('Control');
    await chat.send.focus();
    await press();
  });
});

test.describe('A text that a script writes', () => {
  test.use({ hasTouch: true });

  test('is saved and reported, and can be sent', async ({ page, chat, provider }) => {
    await chat.open();
    const write = (text: string, hasEvent: boolean) =>
      chat.input.evaluate(
        (input: HTMLTextAreaElement, [value, isDispatched]) => {
          input.value = value;
          if (isDispatched) input.dispatchEvent(new InputEvent('input', { bubbles: true }));
        },
        [text, hasEvent] as const,
      );
    await write('salam', true);
    await expect(chat.send).toBeEnabled();
    await expect.poll(() => hubCalls(provider, 'SendTyping')).toHaveLength(1);
    await page.reload();
    await chat.waitUntilConnected();
    await expect(chat.input).toHaveValue('salam');
    await write('', false);
    await chat.attach.focus();
    await expect(chat.send).toBeDisabled();
    // The press itself enables the button, for which Playwright would wait.
    const options = { force: true, position: { x: 9, y: 9 } };
    for (const press of ['click', 'tap'] as const) {
      await write(press, false);
      await chat.send[press](options);
      await expect(chat.messages.last()).toContainText(press);
      await expect(chat.send).toBeDisabled();
    }
    await expect.poll(() => hubCalls(provider, 'SendTyping')).toHaveLength(4);
  });
});

test.describe('Draft', () => {
  test('survives a reload in its tab, until it is sent', async ({ page, context, chat }) => {
    await chat.open();
    // Without frames and timers, only the key press itself can save the draft.
    await page.evaluate(() => {
      window.requestAnimationFrame = () => 0;
      Object.assign(window, { setTimeout: () => 0 });
    });
    await chat.input.fill(DRAFT);
    await page.reload();
    await expect(chat.input).toHaveValue(DRAFT);
    expect((await chat.input.boundingBox())?.height).toBeGreaterThan(40);
    const other = chat.onPage(await context.newPage());
    await other.open();
    await expect(other.input).toHaveValue('');
    await chat.input.press('Enter');
    await expect(chat.own).toHaveCount(1);
    await page.reload();
    await chat.waitUntilConnected();
    await expect(chat.input).toHaveValue('');
  });

  test('is gone after a reload if it was stored', async ({ page, chat, provider, customer }) => {
    await chat.open();
    provider.switches.calls.send = { end: 'hang', when: 'after', times: 1 };
    await chat.say('salam');
    await expect.poll(() => provider.conversation(customer.id)).toHaveLength(1);
    await page.reload();
    await chat.waitUntilConnected();
    await chat.expectTexts('salam');
    await expect(chat.input).toHaveValue('');
  });
});
