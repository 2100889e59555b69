import { expect, test } from '../support/browser/fixtures';
import { hubCalls } from '../support/browser/outage';

const DRAFT = 'Salam,\nsifarişim haqqında';

/** Hides `field-sizing` from the app's feature detection. Runs in the page. */
function hideFieldSizing() {
  const original = Object.getOwnPropertyDescriptor(HTMLElement.prototype, 'style');
  Object.defineProperty(HTMLTextAreaElement.prototype, 'style', {
    get(this: HTMLTextAreaElement) {
      const style = original?.get?.call(this) as CSSStyleDeclaration;
      return new Proxy(style, {
        has: (target, name) => name !== 'fieldSizing' && name in target,
        get: (target, name) => Reflect.get(target, name) as unknown,
        set: (target, name, value) => Reflect.set(target, name, value),
      });
    },
  });
}

test.describe('Composer', () => {
  for (const hasFieldSizing of [true, false]) {
    const engine = hasFieldSizing ? 'with field-sizing' : 'without field-sizing';

    test(`grows to five lines, then scrolls, and has the text’s direction, ${engine}`, async ({
      page,
      chat,
    }) => {
      if (!hasFieldSizing) await page.addInitScript(hideFieldSizing);
      await chat.open();
      if (!hasFieldSizing) {
        await chat.input.evaluate((input) => input.attributeStyleMap.set('field-sizing', 'fixed'));
      }
      const height = async () => (await chat.input.boundingBox())?.height ?? 0;
      const hiddenHeight = () =>
        chat.input.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight);
      const one = await height();
      for (const lines of [2, 3, 4, 5]) {
        await chat.input.fill('sətir\n'.repeat(lines - 1) + 'sətir');
        expect(await height()).toBeCloseTo(lines * one, 0);
      }
      expect(await hiddenHeight()).toBe(0);
      await chat.input.fill('sətir\n'.repeat(8) + 'sətir');
      expect(await height()).toBeCloseTo(5 * one, 0);
      expect(await hiddenHeight()).toBeGreaterThan(0);
      const scrolled = await chat.input.evaluate(({ scrollTop }) => scrollTop);
      // Four lines are above. The tolerance is the space below the letters of a line.
      expect(Math.abs(scrolled - 4 * one)).toBeLessThan(one / 4);
      await expect(chat.input).toHaveCSS('direction', 'ltr');
      await chat.input.fill('سلام!');
      expect(await height()).toBeCloseTo(one, 0);
      await expect(chat.input).toHaveCSS('direction', 'rtl');
    });
  }

  test('sends neither on Shift+Enter nor on the Enter that ends a composition', async ({
    page,
    chat,
    provider,
  }) => {
    await chat.open();
    await expect(chat.input).toBeFocused();
    const devtools = await page.context().newCDPSession(page);
    const composition = { text: 'sal', selectionStart: 3, selectionEnd: 3 };
    await devtools.send('Input.imeSetComposition', composition);
    const enter = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13 };
    await devtools.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...enter });
    await devtools.send('Input.insertText', { text: 'salam' });
    // In Safari `isComposing` is already false for this key; only its code 229 shows the composition.
    await chat.input.dispatchEvent('keydown', { key: 'Enter', keyCode: 229 });
    await chat.input.press('Shift+Enter');
    await page.keyboard.type('ikinci');
    await expect(chat.input).toHaveValue('salam\nikinci');
    await chat.input.press('Enter');
    await chat.expectTexts('salam\nikinci');
    expect(provider.ledger.requests('send')).toHaveLength(1);
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
    for (const device of ['mouse', 'touchscreen'] as const) {
      await write(device, false);
      const { x = 0, y = 0 } = (await chat.send.boundingBox()) ?? {};
      await (device === 'mouse'
        ? page.mouse.click(x + 9, y + 9)
        : page.touchscreen.tap(x + 9, y + 9));
      await expect(chat.messages.last()).toContainText(device);
      await expect(chat.send).toBeDisabled();
    }
    await expect.poll(() => hubCalls(provider, 'SendTyping')).toHaveLength(4);
  });
});

test.describe('Draft', () => {
  test('survives a reload before the next frame, but stays in its tab, until it is sent', async ({
    page,
    context,
    chat,
  }) => {
    await chat.open();
    // Without frames and timers, only the end of the page can write the draft.
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

  for (const isStored of [true, false]) {
    const [outcome, was] = isStored ? ['is gone', 'was'] : ['returns', 'was not'];
    test(`${outcome} after a reload during a send if the message ${was} stored`, async ({
      page,
      chat,
      provider,
      customer,
    }) => {
      if (!isStored) chat.storeOwn('salam');
      await chat.open();
      const when = isStored ? 'after' : 'before';
      provider.switches.calls.send = { end: 'hang', when, times: 1 };
      await chat.say('salam');
      await expect.poll(() => provider.ledger.requests('send')).toHaveLength(1);
      await expect.poll(() => provider.conversation(customer.id)).toHaveLength(1);
      await page.reload();
      await chat.waitUntilConnected();
      await chat.expectTexts('salam');
      await expect(chat.input).toHaveValue(isStored ? '' : 'salam');
    });
  }
});
